package io.drover.guacamole;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a file says, read again when the file has changed. While a changed file cannot be read or makes no sense, the
 * last good content holds.
 *
 * @param <T> what is made of the content
 */
final class WatchedFile<T> {

    /** Makes something of a file's content. */
    interface Reading<T> {
        T read(byte[] content) throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(WatchedFile.class);
    private static final int LARGEST = 1 << 20;

    private final String property;
    private final File file;
    private final Reading<T> reading;
    private @Nullable T content;
    private String stamp = "";
    private String said = "";

    /** The file that a property of {@code guacamole.properties} names. */
    WatchedFile(String property, File file, Reading<T> reading) {
        this.property = property;
        this.file = file;
        this.reading = reading;
    }

    /**
     * The newest content that could be read.
     *
     * @throws IOException when it never could, with the property's name
     */
    synchronized T get() throws IOException {
        try {
            BasicFileAttributes facts = Files.readAttributes(file.toPath(), BasicFileAttributes.class);
            String now = facts.lastModifiedTime() + " " + facts.size() + " " + facts.fileKey();
            T known = content;
            if (known != null && now.equals(stamp)) {
                return known;
            }
            if (!facts.isRegularFile() || facts.size() > LARGEST) {
                throw new IOException("it is no file of at most 1 MiB");
            }
            T read = reading.read(Files.readAllBytes(file.toPath()));
            content = read;
            stamp = now;
            said = "";
            return read;
        } catch (IOException e) {
            String reason = property + " " + file + " cannot be used: " + e;
            T known = content;
            if (known == null) {
                throw new IOException(reason, e);
            }
            if (!reason.equals(said)) {
                said = reason;
                LOG.warn("What the file said before holds. {}", reason);
            }
            return known;
        }
    }
}
