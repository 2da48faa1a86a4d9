package io.drover.scenario.parse;

import io.drover.scenario.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads files of one kind as suites are read: nothing is guessed, nothing ignored, and all problems of a file are found
 * at once. Safe for use by many threads when its sources are.
 */
public final class StrictYaml {

    private static final String INSTEAD_OF_ALIASES = "write it out";

    private final Sources sources;

    public StrictYaml(Sources sources) {
        this.sources = sources;
    }

    /** What came of reading. */
    public sealed interface Reading<T> {}

    /** The file is right. */
    public record Good<T>(T value) implements Reading<T> {}

    /** What is wrong in it, in the order of the file. */
    public record Bad<T>(List<Problem> problems) implements Reading<T> {
        public Bad {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Reads a file of one map.
     *
     * @param reader asks for every key that there may be
     */
    public <T> Reading<T> read(Path file, Function<YamlMap, T> reader) {
        Problems problems = new Problems();
        Optional<T> value =
                new YamlFile(sources, problems, INSTEAD_OF_ALIASES).open(file).map(root -> reader.apply(root.map()));
        return value.isPresent() && problems.isEmpty() ? new Good<>(value.get()) : new Bad<>(problems.inOrder());
    }
}
