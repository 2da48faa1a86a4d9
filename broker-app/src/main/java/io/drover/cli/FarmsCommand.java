package io.drover.cli;

import io.drover.operator.BrokerClient;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists, shows and deletes farms. */
@Command(
        name = "farms",
        description = "Lists, shows and deletes farms. The verb apply makes and changes them.",
        mixinStandardHelpOptions = true)
final class FarmsCommand implements Callable<Integer> {

    private static final String PATH = "/api/v1/farms";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Without a verb: the list. */
    @Override
    public Integer call() {
        return spec.commandLine().execute("list");
    }

    @Command(description = "Lists the farms, newest first.", mixinStandardHelpOptions = true)
    int list(@Mixin ListOptions options) throws InterruptedException {
        return options.print(
                out(),
                PATH,
                Column.of("ID", "id"),
                Column.of("NAME", "name"),
                Column.of("ENABLED", "enabled"),
                Column.of("STRATEGY", "strategy"),
                Column.of("REQUIRED TAGS", "required_tags"),
                Column.of("AGENTS", "agent_ids"));
    }

    @Command(description = "Shows a farm.", mixinStandardHelpOptions = true)
    int show(@Mixin ShowOptions options, @Parameters(paramLabel = "ID", description = "Its id.") String id)
            throws InterruptedException {
        return options.print(out(), options.client().get(PATH + "/" + BrokerClient.encoded(id)));
    }

    @Command(description = "Deletes a farm.", mixinStandardHelpOptions = true)
    int delete(
            @Mixin BrokerOptions broker,
            @Parameters(paramLabel = "ID", description = "Its id.") String id,
            @Option(names = "--force", description = "Also when enabled resources point to it.") boolean force)
            throws InterruptedException {
        broker.client()
                .send("DELETE", PATH + "/" + BrokerClient.encoded(id) + (force ? "?force=true" : ""), null, null);
        out().println("Deleted farm " + id + ".");
        return ExitCode.OK;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
