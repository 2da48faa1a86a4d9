package io.drover.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.operator.AgentNames;
import io.drover.operator.BrokerClient;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Set;
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
        description =
                "Lists hosts, shows one, takes them out of service and back, and has things done on them. AGENT is"
                        + " an id or a hostname.",
        subcommands = {AgentOrders.Message.class, AgentOrders.Disconnect.class, AgentOrders.Logoff.class},
        mixinStandardHelpOptions = true)
final class AgentsCommand implements Callable<Integer> {

    private static final String PATH = "/api/v1/agents";

    /** What probes say of hosts that have nothing wrong with them, empty for those that are not probed. */
    private static final Set<String> WELL = Set.of("", "unknown", "answers");

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
                        Column.ofDecimal("CPU %", "cpu_percent"),
                        Column.ofDecimal("MEMORY %", "memory_used_percent"),
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
        if (!agent.path("online").asBoolean()) {
            return mode + ", offline";
        }
        String probed = agent.path("probe_state").asText();
        return WELL.contains(probed) ? mode : mode + ", RDP " + probed;
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
            description =
                    "Shows how empty a host is that takes no new users: sessions left, the oldest, the idle ones.",
            mixinStandardHelpOptions = true)
    int progress(
            @Mixin BrokerOptions broker,
            @Parameters(paramLabel = "AGENT", description = "Its id or hostname.") String agent,
            @Option(
                            names = "--watch",
                            description = "Print every change, until nobody is left and the restart is over.")
                    boolean watch,
            @Option(
                            names = "--timeout",
                            paramLabel = "SECONDS",
                            description = "Watch for that long at most; the exit code is 1 then.")
                    @Nullable
                    Integer seconds)
            throws InterruptedException {
        BrokerClient client = broker.client();
        DrainWatch drain = new DrainWatch(client, AgentNames.idOf(agent, client), out());
        if (!watch && seconds == null) {
            return drain.once();
        }
        return drain.untilEmpty(seconds == null ? null : Duration.ofSeconds(seconds));
    }

    @Command(
            description = "Restarts a host at once; one that takes users, or has some, only with --force.",
            mixinStandardHelpOptions = true)
    int restart(
            @Mixin BrokerOptions broker,
            @Parameters(paramLabel = "AGENT", description = "Its id or hostname.") String agent,
            @Option(names = "--force", description = "Also with users on it, whose unsaved work is lost.")
                    boolean force)
            throws InterruptedException {
        BrokerClient client = broker.client();
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("force", force);
        JsonNode queued = client.send("POST", PATH + "/" + AgentNames.idOf(agent, client) + "/restart", body, null);
        out().println("Command %s waits for %s until %s."
                .formatted(
                        queued.path("command_id").asText(),
                        agent,
                        queued.path("expires_at").asText()));
        return ExitCode.OK;
    }

    @Command(
            description = "Lists the commands for a host and what came of them, newest first.",
            mixinStandardHelpOptions = true)
    int commands(
            @Mixin ListOptions options,
            @Parameters(paramLabel = "AGENT", description = "Its id or hostname.") String agent,
            @Option(
                            names = "--state",
                            paramLabel = "STATE",
                            description = "Only those in this state: waiting, done, failed, expired or cancelled.")
                    @Nullable
                    String state)
            throws InterruptedException {
        String path = PATH + "/" + AgentNames.idOf(agent, options.client()) + "/commands";
        return options.where("state", state)
                .print(
                        out(),
                        path,
                        Column.of("CREATED", "created_at"),
                        Column.of("ACTION", "action"),
                        Column.of("SESSION", "session_id"),
                        Column.of("STATE", "state"),
                        Column.of("TOLD", "delivered_at"),
                        Column.of("BY", "requested_by"),
                        Column.of("ERROR", "error"),
                        Column.of("ID", "id"));
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
