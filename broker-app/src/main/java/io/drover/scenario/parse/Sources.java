package io.drover.scenario.parse;

import io.drover.file.Utf8;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the text of files comes from: {@link #FILES}, or a map in tests. */
@FunctionalInterface
public interface Sources {

    /** Room for a snapshot of some ten thousand agents. */
    int BYTES_AT_MOST = 64 * 1024 * 1024;

    /** The file system. Devices and pipes, which may have no end, are refused. */
    Sources FILES = file -> {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException("it is not a file");
        }
        return read(file, BYTES_AT_MOST);
    };

    /**
     * The whole text of a file.
     *
     * @throws IOException when there is no such file, it is not UTF-8 or it is too large
     */
    String read(Path file) throws IOException;

    /**
     * The whole text of a file or a pipe, of which no more is read than may be taken.
     *
     * @throws IOException when there is no such file, it is not UTF-8 or it is larger
     */
    static String read(Path file, int bytesAtMost) throws IOException {
        try (InputStream stream = Files.newInputStream(file)) {
            byte[] bytes = stream.readNBytes(bytesAtMost + 1);
            if (bytes.length > bytesAtMost) {
                throw new IOException("it is larger than " + bytesAtMost / (1024 * 1024) + " MiB");
            }
            return Utf8.text(bytes);
        }
    }
}
