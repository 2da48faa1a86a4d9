package io.drover.cli;

import io.drover.policy.RuleSource;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of rules that is named on the command line. */
final class RulesFolder {

    private RulesFolder() {}

    /**
     * Its text.
     *
     * @throws BadFileException when there is no such folder, or a file in it cannot be read
     */
    static RuleSource read(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new BadFileException("There is no folder %s with rules.".formatted(folder.normalize()));
        }
        try {
            return RuleSource.read(folder);
        } catch (UncheckedIOException e) {
            throw new BadFileException("The rules cannot be read: %s.".formatted(e.getMessage()));
        }
    }
}
