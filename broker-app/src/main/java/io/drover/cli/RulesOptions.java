package io.drover.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which rules a verb is about. */
final class RulesOptions {

    @Parameters(
            paramLabel = "RULES",
            description = "A folder with rules, or one file (default: the folder that the configuration file names).",
            arity = "0..1")
    private @Nullable Path rules;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration file that names the folder (default: ${DEFAULT-VALUE}).",
            defaultValue = "${sys:drover.home:-.}/config.yml")
    @SuppressWarnings("NullAway.Init")
    private Path config;

    /** @throws BadFileException when they are not there, cannot be read, or are none */
    RuleFiles read() {
        return RuleFiles.read(rules == null ? RuleFiles.configured(config) : rules);
    }
}
