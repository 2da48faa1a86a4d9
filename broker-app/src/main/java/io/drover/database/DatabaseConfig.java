package io.drover.database;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.util.Duration;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code database} of {@code config.yml}: either the broker's own PostgreSQL server, or the address of
 * another one.
 *
 * @param embedded whether the broker starts a PostgreSQL server of its own
 * @param folder where the embedded server keeps its data
 * @param binariesFolder where the embedded server's programs are unpacked once
 * @param port the embedded server's TCP port on the loopback address, 0 for any free one
 * @param url the JDBC address of another server; may name several hosts
 * @param user the role on that server
 * @param password its password, unless it stands in a file
 * @param passwordFile the file whose first line is the password
 * @param migrations a folder with the migrations, or null for those in the jar
 */
public record DatabaseConfig(
        boolean embedded,
        Path folder,
        Path binariesFolder,
        int port,
        @Nullable String url,
        @Nullable String user,
        @Nullable String password,
        @Nullable Path passwordFile,
        @Nullable Path migrations,
        Pool pool,
        Timeouts timeouts) {

    /** What the driver takes. It logs the whole of what it does not take, a password among the parameters too. */
    private static final Pattern ADDRESS = Pattern.compile("jdbc:postgresql:(//[^/]*/[^/]*|/?[^/]*)");

    /** Refuses a section that contradicts itself. */
    public DatabaseConfig {
        require(port >= 0 && port <= 65535, "database.port must be between 0 and 65535");
        if (embedded) {
            require(
                    url == null && user == null && password == null && passwordFile == null,
                    "database.url, user, password and password_file belong to a server of your own:"
                            + " set database.embedded to false, or remove them");
        } else {
            require(url != null, "database.url is required when database.embedded is false");
            require(
                    url != null && url.startsWith("jdbc:postgresql:"),
                    "database.url must start with jdbc:postgresql: (for example jdbc:postgresql://db.example/drover)");
            require(
                    url != null && ADDRESS.matcher(Login.withoutParameters(url)).matches(),
                    "database.url must have one / after its hosts, and none else"
                            + " (for example jdbc:postgresql://db.example/drover?ssl=true)");
            require(
                    password == null || passwordFile == null,
                    "database.password and database.password_file exclude each other");
        }
    }

    /** The section as written; what is left out takes its default. */
    @JsonCreator
    public static DatabaseConfig of(
            @JsonProperty("embedded") @Nullable Boolean embedded,
            @JsonProperty("folder") @Nullable Path folder,
            @JsonProperty("binaries_folder") @Nullable Path binariesFolder,
            @JsonProperty("port") @Nullable Integer port,
            @JsonProperty("url") @Nullable String url,
            @JsonProperty("user") @Nullable String user,
            @JsonProperty("password") @Nullable String password,
            @JsonProperty("password_file") @Nullable Path passwordFile,
            @JsonProperty("migrations") @Nullable Path migrations,
            @JsonProperty("pool") @Nullable Pool pool,
            @JsonProperty("timeouts") @Nullable Timeouts timeouts) {
        return new DatabaseConfig(
                embedded == null || embedded,
                folder == null ? Path.of("data", "postgres") : folder,
                binariesFolder == null ? Path.of("data", "postgres-binaries") : binariesFolder,
                port == null ? 0 : port,
                url,
                user,
                password,
                passwordFile,
                migrations,
                pool == null ? Pool.of(null, null, null) : pool,
                timeouts == null ? Timeouts.of(null, null, null) : timeouts);
    }

    /** The broker's own server with its data in this folder, everything else by default. */
    public static DatabaseConfig embeddedIn(Path folder, Path binariesFolder) {
        return of(true, folder, binariesFolder, null, null, null, null, null, null, null, null);
    }

    /** Another server, everything else by default. */
    public static DatabaseConfig at(String url, String user, String password) {
        return of(false, null, null, null, url, user, password, null, null, null, null);
    }

    /** The same, with every relative path counted from this folder. */
    public DatabaseConfig relativeTo(Path base) {
        return new DatabaseConfig(
                embedded,
                base.resolve(folder),
                base.resolve(binariesFolder),
                port,
                url,
                user,
                password,
                passwordFile == null ? null : base.resolve(passwordFile),
                migrations == null ? null : base.resolve(migrations),
                pool,
                timeouts);
    }

    /** Leaves every password out, also one of the URL's parameters. */
    @Override
    public String toString() {
        return embedded
                ? "embedded PostgreSQL in " + folder
                : "PostgreSQL at " + Login.withoutParameters(String.valueOf(url));
    }

    /**
     * The connection pool.
     *
     * @param minSize connections kept open
     * @param maxSize connections at most
     * @param maxWait how long a caller waits for a free one; a day at most
     */
    public record Pool(int minSize, int maxSize, Duration maxWait) {

        /** Refuses sizes out of order. */
        public Pool {
            require(minSize >= 0, "database.pool.min_size must not be negative");
            require(maxSize >= 1, "database.pool.max_size must be at least 1");
            require(minSize <= maxSize, "database.pool.min_size must not exceed max_size");
            require(maxWait.toMilliseconds() > 0, "database.pool.max_wait must be longer than 0");
            requireAtMostADay(maxWait, "database.pool.max_wait");
        }

        /** What is left out takes its default: 2 to 16 connections, 2 s. */
        @JsonCreator
        public static Pool of(
                @JsonProperty("min_size") @Nullable Integer minSize,
                @JsonProperty("max_size") @Nullable Integer maxSize,
                @JsonProperty("max_wait") @Nullable Duration maxWait) {
            int most = maxSize == null ? 16 : maxSize;
            return new Pool(
                    minSize == null ? Math.min(2, most) : minSize,
                    most,
                    maxWait == null ? Duration.seconds(2) : maxWait);
        }
    }

    /**
     * How long the broker waits for the database.
     *
     * @param connect for a connection to be made; whole seconds, a day at most
     * @param socket for any answer, after which the connection is given up; whole seconds, a day at most
     * @param statement for a statement, after which the server cancels it; shorter than {@code socket}
     */
    public record Timeouts(Duration connect, Duration socket, Duration statement) {

        /** Refuses waits out of order. */
        public Timeouts {
            require(connect.toSeconds() >= 1, "database.timeouts.connect must be at least 1s");
            require(socket.toSeconds() >= 1, "database.timeouts.socket must be at least 1s");
            requireAtMostADay(connect, "database.timeouts.connect");
            requireAtMostADay(socket, "database.timeouts.socket");
            require(statement.toMilliseconds() >= 1, "database.timeouts.statement must be at least 1ms");
            require(
                    statement.toMilliseconds() < socket.toMilliseconds(),
                    "database.timeouts.statement must be shorter than database.timeouts.socket");
        }

        /** What is left out takes its default: 2 s, 5 s, 3 s. */
        @JsonCreator
        public static Timeouts of(
                @JsonProperty("connect") @Nullable Duration connect,
                @JsonProperty("socket") @Nullable Duration socket,
                @JsonProperty("statement") @Nullable Duration statement) {
            return new Timeouts(
                    connect == null ? Duration.seconds(2) : connect,
                    socket == null ? Duration.seconds(5) : socket,
                    statement == null ? Duration.seconds(3) : statement);
        }
    }

    /** The driver and the pool count milliseconds in an int, so that 25 days would be less than nothing. */
    private static void requireAtMostADay(Duration wait, String key) {
        require(wait.toMilliseconds() <= Duration.days(1).toMilliseconds(), key + " must be at most 1d");
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
