package io.drover.cli;

import io.drover.operator.BrokerClient;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists leases and ends them. */
@Command(name = "leases", description = "Lists leases and ends them.", mixinStandardHelpOptions = true)
final class LeasesCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Without a verb: the list. */
    @Override
    public Integer call() {
        return spec.commandLine().execute("list");
    }

    @Command(description = "Lists them, newest first.", mixinStandardHelpOptions = true)
    int list(
            @Mixin ListOptions options,
            @Option(names = "--user", paramLabel = "NAME", description = "Only those of this user, of every domain.")
                    @Nullable
                    String user,
            @Option(names = "--agent", paramLabel = "ID", description = "Only those on this host.") @Nullable
                    String agent,
            @Option(names = "--farm", paramLabel = "ID", description = "Only those of this farm.") @Nullable
                    String farm)
            throws InterruptedException {
        return options.where("user", user)
                .where("agent", agent)
                .where("farm", farm)
                .print(
                        out(),
                        "/api/v1/leases",
                        Column.of("USER", "user"),
                        Column.of("DOMAIN", "domain"),
                        Column.of("FARM", "farm_id"),
                        Column.of("RESOURCE", "resource_id"),
                        Column.of("AGENT", "agent_id"),
                        Column.of("GRANTED", "granted_at"),
                        Column.of("EXPIRES", "expires_at"),
                        Column.of("ID", "id"));
    }

    @Command(description = "Ends a lease: the user's next placement is decided anew.", mixinStandardHelpOptions = true)
    int release(
            @Mixin BrokerOptions broker,
            @Parameters(paramLabel = "ID", description = "Its id, as the list shows it.") String id)
            throws InterruptedException {
        broker.client().send("DELETE", "/api/v1/leases/" + BrokerClient.encoded(id), null, null);
        out().println("Released lease " + id + ".");
        return ExitCode.OK;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
