package io.drover.scenario.parse;

import java.io.IOException;
import java.nio.file.Path;

/** Where the text of files comes from: {@code Files::readString}, or a map in tests. */
@FunctionalInterface
public interface Sources {

    /**
     * The whole text of a file.
     *
     * @throws IOException when there is no such file or it is not UTF-8
     */
    String read(Path file) throws IOException;
}
