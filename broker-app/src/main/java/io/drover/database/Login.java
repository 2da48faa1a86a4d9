package io.drover.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** Where the database is, and as whom the broker goes there. */
record Login(String url, @Nullable String user, @Nullable String password) {

    private static final int LONGEST_ANSWER_SECONDS = 5;

    static Login of(DatabaseConfig config) {
        if (config.url() == null) {
            throw new DatabaseException("database.url is missing");
        }
        return new Login(config.url(), config.user(), passwordOf(config));
    }

    private static @Nullable String passwordOf(DatabaseConfig config) {
        Path file = config.passwordFile();
        if (file == null) {
            return config.password();
        }
        try {
            return Files.readString(file).lines().findFirst().orElse("");
        } catch (IOException e) {
            throw new DatabaseException("database.password_file cannot be read: " + e, e);
        }
    }

    Properties properties() {
        Properties properties = new Properties();
        if (user != null) {
            properties.setProperty("user", user);
        }
        if (password != null) {
            properties.setProperty("password", password);
        }
        return properties;
    }

    /** Connections whose statements may take as long as they need. */
    DataSource patientDataSource() {
        return source();
    }

    /** Connections for short questions: a server that does not answer is given up. */
    DataSource promptDataSource() {
        PGSimpleDataSource source = source();
        source.setLoginTimeout(LONGEST_ANSWER_SECONDS);
        source.setSocketTimeout(LONGEST_ANSWER_SECONDS);
        return source;
    }

    private PGSimpleDataSource source() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setUser(user);
        source.setPassword(password);
        source.setConnectTimeout(5);
        source.setApplicationName("drover-migrations");
        source.setLogServerErrorDetail(false); // the detail shows rows, in which users are named
        return source;
    }

    /** Why no connection can be made, or empty when one can. */
    Optional<String> unreachable() {
        try (Connection connection = promptDataSource().getConnection()) {
            return connection.isValid(5) ? Optional.empty() : Optional.of("no answer");
        } catch (SQLException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Leaves every password out, also one of the URL's parameters. */
    @Override
    public String toString() {
        return withoutParameters(url);
    }

    /** A JDBC address up to its parameters: one of them may be a password. */
    static String withoutParameters(String url) {
        return url.split("\\?", 2)[0];
    }
}
