package io.drover.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.operator.AgentNames;
import io.drover.operator.BrokerClient;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verbs that have something done on a host: its agent is told with its next heartbeat. */
final class AgentOrders {

    private static final String PATH = "/api/v1/agents/";

    private AgentOrders() {}

    /** One session, or some of them; never all by mistake. */
    private static final class Sessions {

        @Option(names = "--session", paramLabel = "ID", required = true, description = "The session with this number.")
        private @Nullable Long session;

        @Option(
                names = "--sessions",
                paramLabel = "WHICH",
                required = true,
                description = "Those of all users, of active ones or of disconnected ones: all, active, disconnected.")
        private @Nullable String scope;
    }

    /** Has something done in sessions. */
    private abstract static class SessionVerb {

        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Mixin
        private final BrokerOptions broker = new BrokerOptions();

        @Parameters(paramLabel = "AGENT", description = "Its id or hostname.")
        @SuppressWarnings("NullAway.Init")
        private String agent;

        @ArgGroup(multiplicity = "1")
        @SuppressWarnings("NullAway.Init")
        private Sessions sessions;

        int send(ObjectNode order) throws InterruptedException {
            BrokerClient client = broker.client();
            String path = PATH + AgentNames.idOf(agent, client) + "/sessions/";
            PrintWriter out = spec.commandLine().getOut();
            if (sessions.session != null) {
                JsonNode queued = client.send("POST", path + sessions.session + "/action", order, null);
                out.println("Command %s waits for %s until %s."
                        .formatted(
                                queued.path("command_id").asText(),
                                agent,
                                queued.path("expires_at").asText()));
            } else {
                JsonNode queued = client.send("POST", path + "bulk", order.put("scope", sessions.scope), null);
                int count = queued.path("command_ids").size();
                out.println(
                        (count == 1 ? "1 command waits for %s." : count + " commands wait for %s.").formatted(agent));
            }
            out.flush();
            return ExitCode.OK;
        }

        static ObjectNode order(String action) {
            return JsonNodeFactory.instance.objectNode().put("action", action);
        }
    }

    /** Shows users a message. */
    @Command(name = "message", description = "Shows a message in sessions of a host.", mixinStandardHelpOptions = true)
    static final class Message extends SessionVerb implements Callable<Integer> {

        @Parameters(index = "1", paramLabel = "TEXT", description = "What users read.")
        @SuppressWarnings("NullAway.Init")
        private String text;

        @Option(names = "--title", paramLabel = "TEXT", description = "The heading over it.")
        private @Nullable String title;

        @Override
        public Integer call() throws InterruptedException {
            ObjectNode order = order("message").put("message", text);
            if (title != null) {
                order.put("title", title);
            }
            return send(order);
        }
    }

    /** Disconnects users. */
    @Command(
            name = "disconnect",
            description = "Takes the screens of sessions away; the sessions wait for their users.",
            mixinStandardHelpOptions = true)
    static final class Disconnect extends SessionVerb implements Callable<Integer> {

        @Override
        public Integer call() throws InterruptedException {
            return send(order("disconnect"));
        }
    }

    /** Logs users off. */
    @Command(
            name = "logoff",
            description = "Ends sessions of a host, and with them what was not saved.",
            mixinStandardHelpOptions = true)
    static final class Logoff extends SessionVerb implements Callable<Integer> {

        @Override
        public Integer call() throws InterruptedException {
            return send(order("logoff"));
        }
    }
}
