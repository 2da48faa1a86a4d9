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

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /** Creates the folder where it is missing and closes it to others where it is there. */
    static PrivateFolder open(Path folder) {
        Path path = folder.toAbsolutePath().normalize();
        try {
            Files.createDirectories(path, OWNER_ONLY);
            UserPrincipal owner = currentUser(path);
            requireOwner(path, owner);
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
            return new PrivateFolder(path, owner);
        } catch (IOException e) {
            throw new DatabaseException(
                    "The folder %s cannot be used: %s. It must be writable for the user that runs the broker."
                            .formatted(path, e),
                    e);
        }
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    /** Refuses a folder inside this one that another user owns: PostgreSQL would refuse it too, with fewer words. */
    void requireOwned(Path inside) {
        try {
            requireOwner(inside, owner);
        } catch (IOException e) {
            throw new DatabaseException("The folder %s cannot be read: %s".formatted(inside, e), e);
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

    private static UserPrincipal currentUser(Path folder) throws IOException {
        Path probe = Files.createTempFile(folder, "owner", ".probe");
        try {
            return Files.getOwner(probe);
        } finally {
            Files.delete(probe);
        }
    }

    private static void requireOwner(Path path, UserPrincipal user) throws IOException {
        UserPrincipal owner = Files.getOwner(path);
        if (!owner.equals(user)) {
            throw new DatabaseException(
                    "The folder %s belongs to %s, the broker runs as %s. Run it as %s, or change the owner of the folder."
                            .formatted(path, owner, user, owner));
        }
    }
}
