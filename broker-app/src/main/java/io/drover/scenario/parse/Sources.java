package io.drover.scenario.parse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the text of files comes from: {@link #FILES}, or a map in tests. */
@FunctionalInterface
public interface Sources {

    /** Room for a snapshot of some ten thousand agents. */
    int BYTES_AT_MOST = 64 * 1024 * 1024;

    /** The file system. A file that is too large is refused before it is read. */
    Sources FILES = file -> {
        if (Files.exists(file) && Files.size(file) > BYTES_AT_MOST) {
            throw new IOException("it is larger than " + BYTES_AT_MOST / (1024 * 1024) + " MiB");
        }
        return Files.readString(file);
    };

    /**
     * The whole text of a file.
     *
     * @throws IOException when there is no such file, it is not UTF-8 or it is too large
     */
    String read(Path file) throws IOException;
}
