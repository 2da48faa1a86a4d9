package io.drover.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What the help of all verbs has in common. */
final class HelpTexts {

    private static final String[] CODES_OF_QUESTIONS = {
        "  0   it was done",
        "  1   the broker refuses it, or does not know what was named",
        "  2   the command line, the key or a file is wrong",
        "  6   the broker cannot be reached"
    };

    private HelpTexts() {}

    /**
     * Gives the verbs that ask a broker, and say nothing else, their exit codes; the version is a matter of the whole
     * command alone.
     */
    static CommandLine completed(CommandLine command) {
        command.getSubcommands().values().forEach(HelpTexts::complete);
        return command;
    }

    private static void complete(CommandLine verb) {
        CommandSpec spec = verb.getCommandSpec();
        OptionSpec version = spec.findOption("--version");
        if (version != null) {
            spec.remove(version);
        }
        if (verb.getSubcommands().isEmpty() && spec.usageMessage().footer().length == 0) {
            spec.usageMessage().footerHeading("%nExit codes:%n").footer(CODES_OF_QUESTIONS);
        }
        verb.getSubcommands().values().forEach(HelpTexts::complete);
    }
}
