package io.drover.demo;

import io.drover.file.FileTrouble;
import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/** The demo's folder cannot be used. The message says which and why. */
public final class BadFolderException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    BadFolderException(Path folder, IOException cause) {
        super("The demo cannot use the folder %s: %s.".formatted(folder, FileTrouble.reason(folder, cause)), cause);
    }
}
