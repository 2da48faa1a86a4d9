package io.drover.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists decisions; the verb explain shows one. */
@Command(
        name = "decisions",
        description = "Lists decisions; the verb explain shows one.",
        mixinStandardHelpOptions = true)
final class DecisionsCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final ListOptions options = new ListOptions();

    @Option(names = "--user", paramLabel = "NAME", description = "Only those for this user.")
    private @Nullable String user;

    @Option(names = "--agent", paramLabel = "ID", description = "Only those for this host.")
    private @Nullable String agent;

    @Option(names = "--outcome", paramLabel = "WORD", description = "Only placed, refused or failed.")
    private @Nullable String outcome;

    @Option(
            names = "--code",
            paramLabel = "CODE",
            description = "Only those refused with a code like no_eligible_host.")
    private @Nullable String code;

    @Option(names = "--since", paramLabel = "TIME", description = "Only those since a time, as 2026-03-02T09:00:00Z.")
    private @Nullable String since;

    @Override
    public Integer call() throws InterruptedException {
        return options.where("user", user)
                .where("agent", agent)
                .where("outcome", outcome)
                .where("code", code)
                .where("since", since)
                .print(
                        out(),
                        "/api/v1/decisions",
                        Column.of("AT", "at"),
                        Column.of("USER", "username"),
                        Column.of("OUTCOME", "outcome"),
                        Column.of("CODE", "code"),
                        Column.of("REASON", "reason"),
                        Column.of("AGENT", "agent_id"),
                        Column.of("FARM", "farm_id"),
                        Column.of("ID", "decision_id"));
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
