package io.drover.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What the help of all verbs has in common. */
final class HelpTexts {

    private static final String[] CODES_OF_QUESTIONS = {
        "  0   it was done",
        "  1   the broker refuses it, or does not know what was named",
        "  2   the command line, the key or a file is wrong",
        "  6   the broker cannot be reached"
    };

    private HelpTexts() {}

    /** Gives the verbs that ask a broker, and say nothing else, their exit codes. */
    static CommandLine completed(CommandLine command) {
        command.getSubcommands().values().forEach(HelpTexts::complete);
        return command;
    }

    private static void complete(CommandLine verb) {
        CommandSpec spec = verb.getCommandSpec();
        if (verb.getSubcommands().isEmpty() && spec.usageMessage().footer().length == 0) {
            spec.usageMessage().footerHeading("%nExit codes:%n").footer(CODES_OF_QUESTIONS);
        }
        verb.getSubcommands().values().forEach(HelpTexts::complete);
    }
}
