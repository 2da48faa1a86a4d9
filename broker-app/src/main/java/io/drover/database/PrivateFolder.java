package io.drover.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;

/** A folder that belongs to this process's user and that nobody else may enter (mode 0700). */
record PrivateFolder(Path path, UserPrincipal owner) {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    /** Closes a folder to others from its first moment. */
    static final FileAttribute<?> MADE_FOR_OWNER = PosixFilePermissions.asFileAttribute(OWNER_ONLY);

    /**
     * Creates the folder where it is missing and closes it to others where it is there. A folder with other things in
     * it, which somebody else may need to enter, is refused.
     */
    static PrivateFolder open(Path folder) {
        Path path = folder.toAbsolutePath().normalize();
        try {
            Files.createDirectories(path, MADE_FOR_OWNER);
            UserPrincipal user = currentUser(path);
            requireOwner(path, user);
            if (!Files.exists(path.resolve(FolderLock.FILE)) && !isEmpty(path)) {
                throw new DatabaseException(
                        "The folder %s has other things in it. Name a new or empty folder.".formatted(path));
            }
            Files.setPosixFilePermissions(path, OWNER_ONLY);
            return new PrivateFolder(path, user);
        } catch (IOException e) {
            String message =
                    "The folder %s cannot be used: %s. The user that runs the broker must be able to write there.";
            throw new DatabaseException(message.formatted(path, e), e);
        }
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    /** Whether the user of this process is root. */
    boolean ownedByRoot() {
        try {
            return Files.getAttribute(path, "unix:uid") instanceof Integer uid && uid == 0;
        } catch (IOException e) {
            throw new DatabaseException("The owner of %s cannot be read: %s".formatted(path, e), e);
        }
    }

    /** Deletes a file or folder with all that is in it. */
    static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> content = Files.list(folder)) {
            return content.findAny().isEmpty();
        }
    }

    private static UserPrincipal currentUser(Path folder) throws IOException {
        Path probe = Files.createTempFile(folder, "owner-", ".probe");
        try {
            return Files.getOwner(probe);
        } finally {
            Files.delete(probe);
        }
    }

    /** Refuses what another user owns: PostgreSQL would refuse it too, with fewer words. */
    static void requireOwner(Path path, UserPrincipal user) throws IOException {
        UserPrincipal owner = Files.getOwner(path);
        if (!owner.equals(user)) {
            String message =
                    "The folder %s belongs to %s, the broker runs as %s. Run it as %s, or change the owner of the folder.";
            throw new DatabaseException(message.formatted(path, owner, user, owner));
        }
    }
}
