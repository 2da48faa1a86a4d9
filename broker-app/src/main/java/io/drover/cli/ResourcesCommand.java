package io.drover.cli;

import io.drover.operator.BrokerClient;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists, shows and deletes published resources. */
@Command(
        name = "resources",
        description = "Lists, shows and deletes resources. The verb apply makes and changes them.",
        mixinStandardHelpOptions = true)
final class ResourcesCommand implements Callable<Integer> {

    private static final String PATH = "/api/v1/resources";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Without a verb: the list. */
    @Override
    public Integer call() {
        return spec.commandLine().execute("list");
    }

    @Command(description = "Lists the resources, newest first.", mixinStandardHelpOptions = true)
    int list(@Mixin ListOptions options) throws InterruptedException {
        return options.print(
                out(),
                PATH,
                Column.of("ID", "id"),
                Column.of("NAME", "name"),
                Column.of("KIND", "kind"),
                Column.of("FARM", "farm_id"),
                Column.of("CONNECTION ID", "guacamole_connection_id"),
                Column.of("CONNECTION NAME", "guacamole_connection_name"),
                Column.of("ENABLED", "enabled"));
    }

    @Command(description = "Shows a resource.", mixinStandardHelpOptions = true)
    int show(@Mixin ShowOptions options, @Parameters(paramLabel = "ID", description = "Its id.") String id)
            throws InterruptedException {
        return options.print(out(), options.client().get(PATH + "/" + BrokerClient.encoded(id)));
    }

    @Command(description = "Deletes a resource.", mixinStandardHelpOptions = true)
    int delete(@Mixin BrokerOptions broker, @Parameters(paramLabel = "ID", description = "Its id.") String id)
            throws InterruptedException {
        broker.client().send("DELETE", PATH + "/" + BrokerClient.encoded(id), null, null);
        out().println("Deleted resource " + id + ".");
        return ExitCode.OK;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
