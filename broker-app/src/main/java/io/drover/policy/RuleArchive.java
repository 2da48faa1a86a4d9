package io.drover.policy;

import io.drover.file.TextFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A copy on disk of the rules that served last, for a start with rules that are broken. Not safe for many threads. */
final class RuleArchive {

    private static final String POINTER = "current";

    private final Path folder;

    /** @param folder where copies are kept; made when there is one to keep */
    RuleArchive(Path folder) {
        this.folder = folder;
    }

    /** Keeps these rules in place of those kept before. A crash at any moment leaves the one or the other. */
    void keep(RuleSource source) throws IOException {
        String revision = source.revision();
        Path copy = folder.resolve(revision);
        for (Map.Entry<String, String> file : source.files().entrySet()) {
            Path target = copy.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.writeString(target, file.getValue());
        }
        TextFile.write(folder.resolve(POINTER), revision);
        forgetAllBut(copy);
    }

    private void forgetAllBut(Path kept) throws IOException {
        List<Path> old;
        try (Stream<Path> found = Files.list(folder)) {
            old = found.filter(p -> Files.isDirectory(p) && !p.equals(kept)).toList();
        }
        for (Path one : old) {
            try (Stream<Path> inside = Files.walk(one)) {
                for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    /** The rules kept last, unless there are none or the copy was changed since. */
    Optional<RuleSource> latest() {
        Path pointer = folder.resolve(POINTER);
        if (!Files.exists(pointer)) {
            return Optional.empty();
        }
        try {
            String revision = Files.readString(pointer).strip();
            return Optional.of(RuleSource.read(folder.resolve(revision)))
                    .filter(source -> source.revision().equals(revision));
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }
}
