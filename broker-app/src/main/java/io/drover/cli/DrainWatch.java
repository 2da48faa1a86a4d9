package io.drover.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.operator.BrokerClient;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Shows how empty a host is that takes no new users, once or until it is empty and its restart is over. */
final class DrainWatch {

    private static final Duration LOOK = Duration.ofSeconds(2);
    private static final int MINUTE = 60;
    private static final Set<String> AGAIN = Set.of("failed", "expired");

    private final BrokerClient client;
    private final String path;
    private final PrintWriter out;
    private boolean wasEmpty;

    /** @param agentId whose drain is looked at */
    DrainWatch(BrokerClient client, String agentId, PrintWriter out) {
        this.client = client;
        this.path = "/api/v1/agents/" + agentId;
        this.out = out;
    }

    /** Prints how far it is now. */
    int once() throws InterruptedException {
        print(told(client.get(path)));
        return ExitCode.OK;
    }

    /**
     * Prints every change until nobody is left, and a restart that is wanted is over.
     *
     * @param longest gives up after that time; null never does
     * @return {@link ExitCode#FAILED} when the time was over first, or the host came back online with users on it
     */
    int untilEmpty(@Nullable Duration longest) throws InterruptedException {
        long begun = System.nanoTime();
        String before = "";
        while (true) {
            JsonNode agent = client.get(path);
            String told = told(agent);
            if (!told.equals(before)) {
                print(told);
                before = told;
            }
            if (isOnline(agent)) {
                return wasEmpty || sessions(agent) == 0 ? ExitCode.OK : ExitCode.FAILED;
            }
            wasEmpty = isEmpty(agent);
            if (wasEmpty && !agent.path("restart_when_drained").asBoolean()) {
                return ExitCode.OK;
            }
            if (longest != null && System.nanoTime() - begun > longest.toNanos()) {
                print("Not empty after %d seconds.".formatted(longest.toSeconds()));
                return ExitCode.FAILED;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK.toMillis());
        }
    }

    private void print(String line) {
        out.println(line);
        out.flush();
    }

    private static boolean isOnline(JsonNode agent) {
        return agent.path("mode").asText().equals("online");
    }

    private static int sessions(JsonNode agent) {
        return agent.path("sessions").size();
    }

    private static boolean isEmpty(JsonNode agent) {
        JsonNode drain = agent.path("drain");
        return drain.path("sessions_left").asInt() + drain.path("under_way").asInt() == 0;
    }

    /** How far it is, in one line. */
    static String told(JsonNode agent) {
        String name = agent.path("hostname").asText();
        if (isOnline(agent)) {
            return "%s is online, with %s.".formatted(name, counted(sessions(agent), "session"));
        }
        JsonNode drain = agent.path("drain");
        StringBuilder told = new StringBuilder("%s is in mode %s: %s left (%d disconnected, %d idle), %s on the way"
                .formatted(
                        name,
                        agent.path("mode").asText(),
                        counted(drain.path("sessions_left").asInt(), "session"),
                        drain.path("disconnected").asInt(),
                        drain.path("idle").asInt(),
                        counted(drain.path("under_way").asInt(), "user")));
        if (drain.has("oldest_logon_at")) {
            told.append(", the oldest since ")
                    .append(drain.path("oldest_logon_at").asText());
        }
        if (drain.has("longest_idle_seconds")) {
            told.append(", idle for %s at most"
                    .formatted(counted(drain.path("longest_idle_seconds").asLong() / MINUTE, "minute")));
        }
        if (drain.path("restart").has("state")) {
            told.append("; restart ").append(restart(drain.path("restart")));
        } else if (agent.path("restart_when_drained").asBoolean()) {
            told.append("; restarts when empty");
        }
        return told.append(agent.path("online").asBoolean() ? "." : "; it does not report.")
                .toString();
    }

    /** How far it is, and for one that came to nothing, why and when another follows. */
    private static String restart(JsonNode restart) {
        String state = restart.path("state").asText();
        if (!AGAIN.contains(state)) {
            return state;
        }
        String why = restart.path("error").asText("");
        return state + (why.isEmpty() ? "" : " (" + why + ")") + ", again at "
                + restart.path("retry_at").asText();
    }

    private static String counted(long count, String word) {
        return count == 1 ? "1 " + word : count + " " + word + "s";
    }
}
