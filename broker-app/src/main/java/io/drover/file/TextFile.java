package io.drover.file;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes text files, with the folders that they stand in. Whoever reads one meanwhile sees the former text or the new
 * one, never half of it.
 */
public final class TextFile {

    private TextFile() {}

    /**
     * Writes a file, in place of the one that is there. It keeps the permissions of that one, and a link stays one.
     * What is no file, such as {@code /dev/stdout}, is written to as it is.
     *
     * @throws IOException when it cannot be written; {@link FileTrouble} has the words for it
     */
    public static void write(Path file, String text) throws IOException {
        makeFolder(file);
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            Files.writeString(file, text);
            return;
        }
        boolean there = Files.exists(file);
        Path target = there ? file.toRealPath() : file.toAbsolutePath();
        Path next = target.resolveSibling("." + target.getFileName() + ".new");
        if (there) {
            Files.copy(target, next, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
        }
        try {
            Files.writeString(next, text);
            Files.move(next, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    /**
     * Writes a file that is not there yet.
     *
     * @throws FileAlreadyExistsException when it is
     */
    public static void create(Path file, String text) throws IOException {
        makeFolder(file);
        Path target = file.toAbsolutePath();
        Path next = target.resolveSibling("." + target.getFileName() + ".new");
        try {
            Files.writeString(next, text);
            Files.move(next, target);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    private static void makeFolder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
    }
}
