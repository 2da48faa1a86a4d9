package io.drover.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.operator.AgentNames;
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

/** Lists and controls the hosts. */
@Command(
        name = "agents",
        description = "Lists hosts, shows one, and takes them out of service and back. AGENT is an id or a hostname.",
        mixinStandardHelpOptions = true)
final class AgentsCommand implements Callable<Integer> {

    private static final String PATH = "/api/v1/agents";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Without a verb: the list. */
    @Override
    public Integer call() {
        return spec.commandLine().execute("list");
    }

    @Command(description = "Lists the hosts, newest first.", mixinStandardHelpOptions = true)
    int list(
            @Mixin ListOptions options,
            @Option(
                            names = "--mode",
                            paramLabel = "MODE",
                            description = "Only those in this mode: online, drain or maintenance.")
                    @Nullable
                    String mode)
            throws InterruptedException {
        return options.where("mode", mode)
                .print(
                        out(),
                        PATH,
                        Column.of("HOSTNAME", "hostname"),
                        new Column("STATE", AgentsCommand::state),
                        Column.of("HEALTH", "health_score"),
                        Column.of("CPU %", "cpu_percent"),
                        Column.of("MEMORY %", "memory_used_percent"),
                        Column.of("ACTIVE", "active_sessions"),
                        Column.of("DISCONNECTED", "disconnected_sessions"),
                        Column.of("REASON", "reason"),
                        Column.of("ID", "id"));
    }

    private static String state(JsonNode agent) {
        String mode = agent.path("mode").asText();
        if (agent.path("quarantined").asBoolean()) {
            mode += ", quarantined";
        }
        return agent.path("online").asBoolean() ? mode : mode + ", offline";
    }

    @Command(description = "Shows all that is known of a host, with its sessions.", mixinStandardHelpOptions = true)
    int show(
            @Mixin ShowOptions options,
            @Parameters(paramLabel = "AGENT", description = "Its id or hostname.") String agent)
            throws InterruptedException {
        BrokerClient client = options.client();
        return options.print(out(), client.get(PATH + "/" + AgentNames.idOf(agent, client)));
    }

    @Command(
            description = "Takes no new sessions on a host; users return to the sessions they have.",
            mixinStandardHelpOptions = true)
    int drain(
            @Mixin BrokerOptions broker,
            @Mixin ModeOptions options,
            @Parameters(paramLabel = "AGENT", description = "Its id or hostname.") String agent,
            @Option(names = "--restart", description = "Restart the host once it is empty.") boolean restart,
            @Option(names = "--online-after-restart", description = "And set it online after that.") boolean online)
            throws InterruptedException {
        ObjectNode change = options.change("drain");
        if (restart || online) {
            change.put("restart_when_drained", true).put("online_after_restart", online);
        }
        return control(broker.client(), agent, change);
    }

    @Command(
            description = "Sends nobody to a host, not even those who have a session there.",
            mixinStandardHelpOptions = true)
    int maintenance(
            @Mixin BrokerOptions broker,
            @Mixin ModeOptions options,
            @Parameters(paramLabel = "AGENT", description = "Its id or hostname.") String agent)
            throws InterruptedException {
        return control(broker.client(), agent, options.change("maintenance"));
    }

    @Command(description = "Ends a drain, a maintenance or a quarantine.", mixinStandardHelpOptions = true)
    int online(
            @Mixin BrokerOptions broker,
            @Parameters(paramLabel = "AGENT", description = "Its id or hostname.") String agent)
            throws InterruptedException {
        return control(
                broker.client(), agent, JsonNodeFactory.instance.objectNode().put("mode", "online"));
    }

    @Command(
            description = "Forgets a host with its leases. To come back it has to enrol anew.",
            mixinStandardHelpOptions = true)
    int delete(
            @Mixin BrokerOptions broker,
            @Parameters(paramLabel = "AGENT", description = "Its id or hostname.") String agent)
            throws InterruptedException {
        BrokerClient client = broker.client();
        client.send("DELETE", PATH + "/" + AgentNames.idOf(agent, client), null, null);
        out().println("Deleted agent " + agent + ".");
        return ExitCode.OK;
    }

    private int control(BrokerClient client, String agent, ObjectNode change) throws InterruptedException {
        String id = AgentNames.idOf(agent, client);
        JsonNode now = client.send("PATCH", PATH + "/" + id + "/control", change, null);
        out().println("%s is in mode %s%s."
                .formatted(
                        now.path("hostname").asText(),
                        now.path("mode").asText(),
                        now.path("until").isTextual()
                                ? " until " + now.path("until").asText()
                                : ""));
        return ExitCode.OK;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
