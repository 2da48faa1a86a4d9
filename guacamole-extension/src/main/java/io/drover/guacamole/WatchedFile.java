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

    private final File file;
    private final Reading<T> reading;
    private @Nullable T content;
    private String stamp = "";

    WatchedFile(File file, Reading<T> reading) {
        this.file = file;
        this.reading = reading;
    }

    /**
     * The newest content that could be read.
     *
     * @throws IOException when it never could
     */
    synchronized T get() throws IOException {
        try {
            String now = stamp();
            T known = content;
            if (known != null && now.equals(stamp)) {
                return known;
            }
            T read = reading.read(Files.readAllBytes(file.toPath()));
            content = read;
            stamp = now;
            return read;
        } catch (IOException e) {
            T known = content;
            if (known == null) {
                throw e;
            }
            LOG.warn("{} cannot be read; what it said before holds: {}", file, e.getMessage());
            return known;
        }
    }

    private String stamp() throws IOException {
        BasicFileAttributes facts = Files.readAttributes(file.toPath(), BasicFileAttributes.class);
        return facts.lastModifiedTime() + " " + facts.size() + " " + facts.fileKey();
    }
}
