package io.drover.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTroubleIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void whatBelongsToSomebodyElseIsNamedWithBothUsers() {
        Path foreign = Path.of("/");
        String user = System.getProperty("user.name");
        System.setProperty("user.name", "jo");
        try {
            assertThat(reason(foreign.resolve("no such folder/keys.yml")))
                    .isEqualTo("/ belongs to root, Drover runs as jo: run it as root, or change the owner");
        } finally {
            System.setProperty("user.name", user);
        }
    }

    @Test
    void ownFilesAreBlamedForTheirPermissions() throws IOException {
        String user = Files.getOwner(folder).getName();
        assertThat(user).isEqualTo(System.getProperty("user.name"));
        assertThat(reason(folder.resolve("a/b"))).isEqualTo("the permissions of " + folder + " forbid it");
    }

    @Test
    void whatIsMissingOrNoFolderIsNamed() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(thrownBy(() -> Files.readString(folder.resolve("none"))))
                .isEqualTo("there is no " + folder.resolve("none"));
        assertThat(thrownBy(() -> Files.createDirectories(file))).isEqualTo(file + " is no folder");
        assertThat(thrownBy(() -> Files.readString(file.resolve("below")))).isEqualTo("Not a directory");
    }

    private static String reason(Path path) {
        return FileTrouble.reason(path, new AccessDeniedException(path.toString()));
    }

    @FunctionalInterface
    private interface Use {
        void begin() throws IOException;
    }

    private String thrownBy(Use use) {
        try {
            use.begin();
        } catch (IOException e) {
            assertThat(e).isInstanceOf(FileSystemException.class);
            return FileTrouble.reason(folder, e);
        }
        throw new AssertionError("it went well");
    }
}
