package io.drover.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A migration that this build ships. */
record MigrationFile(int version, Path path) {

    private static final Path FOLDER = Path.of("../migrations");

    /** All of them, the oldest first; there is at least one. */
    static List<MigrationFile> all() throws IOException {
        List<MigrationFile> all = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(FOLDER, "V*.sql")) {
            for (Path path : paths) {
                String name = path.getFileName().toString();
                all.add(new MigrationFile(Integer.parseInt(name.substring(1, name.indexOf("__"))), path));
            }
        }
        all.sort(Comparator.comparing(MigrationFile::version));
        assertThat(all).isNotEmpty();
        return all;
    }

    String name() {
        return path.getFileName().toString();
    }

    String sql() throws IOException {
        return Files.readString(path);
    }

    void copyTo(Path folder) throws IOException {
        Files.copy(path, folder.resolve(name()));
    }
}
