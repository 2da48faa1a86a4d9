package io.drover.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Objects;

/** Why a file or folder cannot be used, in words for the person who has to mend it. */
public final class FileTrouble {

    private FileTrouble() {}

    /**
     * The reason in one line, without a full stop.
     *
     * @param path what was to be used
     * @param fault what came of it
     */
    public static String reason(Path path, IOException fault) {
        if (fault instanceof AccessDeniedException) {
            return denied(path.toAbsolutePath().normalize());
        }
        if (fault instanceof NoSuchFileException missing) {
            return "there is no " + missing.getFile();
        }
        if (fault instanceof FileAlreadyExistsException || fault instanceof NotDirectoryException) {
            return ((FileSystemException) fault).getFile() + " is no folder";
        }
        if (fault instanceof FileSystemException other && other.getReason() != null) {
            return other.getReason();
        }
        return Objects.requireNonNullElse(fault.getMessage(), fault.toString());
    }

    /** Blames what is there: the file itself, or the folder that hides it or lets nothing be made in it. */
    private static String denied(Path path) {
        Path there = path;
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        String user = System.getProperty("user.name", "?");
        try {
            String owner = Files.getOwner(there).getName();
            return owner.equals(user)
                    ? "the permissions of %s forbid it".formatted(there)
                    : "%s belongs to %s, Drover runs as %s: run it as %s, or change the owner"
                            .formatted(there, owner, user, owner);
        } catch (IOException e) {
            return "%s may not use %s".formatted(user, there);
        }
    }
}
