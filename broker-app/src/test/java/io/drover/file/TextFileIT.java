package io.drover.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFileIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void foldersAreMade() throws IOException {
        Path file = folder.resolve("a/b/report.html");

        TextFile.write(file, "new");

        assertThat(file).hasContent("new");
        assertThat(names(file)).containsExactly("report.html");
    }

    @Test
    void whoReadsTheFormerTextReadsItToItsEnd() throws IOException {
        Path file = Files.writeString(folder.resolve("page"), "one\n".repeat(10_000));
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            assertThat(reader.readLine()).isEqualTo("one");

            TextFile.write(file, "two\n");

            assertThat(reader.lines()).hasSize(9_999).containsOnly("one");
        }
        assertThat(file).hasContent("two\n");
    }

    @Test
    void permissionsAndLinksStay() throws IOException {
        Path file = Files.writeString(folder.resolve("page"), "one");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);

        TextFile.write(link, "two");

        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("two");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void aFolderIsNoFile() {
        assertThatThrownBy(() -> TextFile.write(folder, "text")).isInstanceOf(IOException.class);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFileThatIsThereIsNotMadeAgain() throws IOException {
        Path file = folder.resolve("new/one");

        TextFile.create(file, "one");

        assertThatThrownBy(() -> TextFile.create(file, "two")).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasContent("one");
        assertThat(names(file)).containsExactly("one");
    }

    private static Stream<String> names(Path beside) throws IOException {
        try (Stream<Path> files = Files.list(beside.resolveSibling(""))) {
            return files.map(file -> file.getFileName().toString()).toList().stream();
        }
    }
}
