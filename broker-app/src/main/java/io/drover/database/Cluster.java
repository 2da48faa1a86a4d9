package io.drover.database;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The data of the embedded server. It is made in a folder beside and takes its name only when it is complete and on
 * disk: a first start that was cut short leaves nothing that looks like a database.
 */
record Cluster(Path path, String password) {

    /** The only role, a superuser of this server. */
    static final String USER = "drover";

    private static final Logger log = LoggerFactory.getLogger(Cluster.class);

    /** Opens the data in the folder, or makes new data where there is none. */
    static Cluster open(PrivateFolder folder, PostgresPrograms programs) {
        Path path = folder.resolve("cluster");
        try {
            if (!Files.isDirectory(path)) {
                create(folder, path, programs);
            }
            PrivateFolder.requireOwner(path, folder.owner());
            requireVersion(path, programs.binaries().majorVersion());
            return new Cluster(path, readPassword(folder.resolve("password")));
        } catch (IOException e) {
            throw new DatabaseException("The database in %s cannot be opened: %s".formatted(path, e), e);
        }
    }

    private static void create(PrivateFolder folder, Path path, PostgresPrograms programs) throws IOException {
        log.info("Making a new database in {}", path);
        Path fresh = folder.resolve("cluster.incomplete");
        PrivateFolder.delete(fresh);
        Path password = writePassword(folder.resolve("password"));
        PostgresPrograms.Outcome outcome = programs.run(
                "initdb",
                List.of(
                        "--pgdata=" + fresh,
                        "--username=" + USER,
                        "--pwfile=" + password,
                        "--auth=scram-sha-256",
                        "--encoding=UTF8",
                        "--locale-provider=builtin",
                        "--builtin-locale=C.UTF-8",
                        "--locale=C",
                        "--sync-method=" + (Platform.isLinux() ? "syncfs" : "fsync"),
                        "--no-instructions"));
        if (outcome.exit() != 0) {
            throw programs.failed("The database could not be made:", outcome.output());
        }
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        sync(folder.path());
    }

    private static Path writePassword(Path file) throws IOException {
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
        sync(file);
        return file;
    }

    private static String readPassword(Path file) throws IOException {
        try {
            return Files.readString(file, US_ASCII).strip();
        } catch (NoSuchFileException e) {
            throw new DatabaseException(
                    "The file %s with the database's password is missing. Bring it back from a backup.".formatted(file),
                    e);
        }
    }

    private static void requireVersion(Path path, String programs) throws IOException {
        Path file = path.resolve("PG_VERSION");
        if (!Files.exists(file)) {
            throw new DatabaseException(
                    "The folder %s is not a PostgreSQL database (PG_VERSION is missing). Bring it back from a backup, or move it away to start anew."
                            .formatted(path));
        }
        String data = Files.readString(file, US_ASCII).strip();
        if (!data.equals(programs)) {
            throw new OtherBuildException(
                    "The database in %s was made by PostgreSQL %s, this build brings PostgreSQL %s. Upgrade it with pg_upgrade or dump and restore, or use the build that made it."
                            .formatted(path, data, programs));
        }
    }

    /** Waits until a file, or the names in a folder, are on disk. */
    private static void sync(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
