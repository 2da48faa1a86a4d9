package io.drover.database;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tukaani.xz.XZInputStream;

/** The PostgreSQL programs for this platform, unpacked from the class path into a private folder. */
record PostgresBinaries(Path folder) {
    private static final Logger log = LoggerFactory.getLogger(PostgresBinaries.class);
    private static final Pattern VERSION = Pattern.compile("# PostgreSQL (\\d+)");

    /**
     * Unpacks the programs unless the folder has these very ones already. Two processes may do so at once.
     *
     * @param parent where they get a folder of their own, mode 0700; made if missing
     * @param user who must own that folder
     */
    static PostgresBinaries unpack(Path parent, String platform, UserPrincipal user) {
        URL archive = archive(platform);
        try {
            Path home = Files.createDirectories(parent.toAbsolutePath().normalize(), PrivateFolder.MADE_FOR_OWNER);
            Path folder = home.resolve("postgres-%s-%s".formatted(platform, fingerprint(archive)));
            if (!Files.isDirectory(folder)) {
                log.info("Unpacking the PostgreSQL programs into {}", folder);
                unpackInto(folder, archive);
            }
            PrivateFolder.requireOwner(folder, user);
            return new PostgresBinaries(folder);
        } catch (IOException e) {
            throw new DatabaseException(
                    "The PostgreSQL programs could not be unpacked into %s: %s".formatted(parent, e), e);
        }
    }

    Path program(String name) {
        return folder.resolve("bin").resolve(name);
    }

    /** The major version of the programs, for example 18. */
    String majorVersion() {
        Path catalog = folder.resolve("share/postgresql/postgres.bki");
        try (Stream<String> lines = Files.lines(catalog)) {
            Matcher version = VERSION.matcher(lines.findFirst().orElse(""));
            return version.matches() ? version.group(1) : "unknown";
        } catch (IOException e) {
            throw new DatabaseException("The PostgreSQL programs in %s are damaged: %s".formatted(folder, e), e);
        }
    }

    /** Where the programs for a platform are on the class path. */
    static URL archive(String platform) {
        URL archive = PostgresBinaries.class.getResource("/postgres-" + platform + ".txz");
        if (archive == null) {
            String message = """
                    This build has no PostgreSQL programs for this platform (%s). Build it with the Maven profile of the \
                    platform, or set database.embedded to false and database.url to a PostgreSQL of your own.""";
            throw new DatabaseException(message.formatted(platform));
        }
        return archive;
    }

    /** Changes with the content; read from the jar's directory, so that a start need not read the archive. */
    private static String fingerprint(URL archive) throws IOException {
        URLConnection connection = archive.openConnection();
        if (connection instanceof JarURLConnection jar) {
            return "%08x".formatted(jar.getJarEntry().getCrc());
        }
        return "%x-%x".formatted(connection.getContentLengthLong(), connection.getLastModified());
    }

    private static void unpackInto(Path folder, URL archive) throws IOException {
        Path fresh = Files.createTempDirectory(folder.getParent(), "unpacking-", PrivateFolder.MADE_FOR_OWNER);
        try (InputStream packed = archive.openStream();
                TarArchiveInputStream tar =
                        new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(packed, 1 << 16)))) {
            for (@Nullable TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                write(fresh, entry, tar);
            }
            flush(fresh);
            Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        } finally {
            PrivateFolder.delete(fresh);
        }
    }

    /** Brings the files to disk before their folder takes its name: after a power failure they must not be empty. */
    private static void flush(Path folder) throws IOException {
        if (!PostgresPrograms.onPath("sync")) {
            return;
        }
        try {
            new ProcessBuilder("sync", "-f", folder.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static void write(Path root, TarArchiveEntry entry, InputStream content) throws IOException {
        Path path = root.resolve(entry.getName()).normalize();
        if (!path.startsWith(root)) {
            throw new IOException("the archive has an entry outside itself: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else {
            Files.copy(content, path);
            String mode = (entry.getMode() & 0100) == 0 ? "rw-------" : "rwx------";
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
        }
    }
}
