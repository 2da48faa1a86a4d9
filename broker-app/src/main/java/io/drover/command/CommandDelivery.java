package io.drover.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.control.Actor;
import io.drover.database.FaultLog;
import io.drover.fleet.AgentCommand;
import io.drover.fleet.CommandExchange;
import io.drover.fleet.Heartbeat;
import io.drover.identity.ReadableText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings commands to agents in the answers to their heartbeats. Each is told again and again until the agent says what
 * came of it; the database alone says what is due, so any instance may take the heartbeat. Safe for use by many
 * threads.
 */
public final class CommandDelivery implements CommandExchange {

    private static final Logger log = LoggerFactory.getLogger(CommandDelivery.class);
    private static final int MOST_RESULTS = 2_000;
    private static final int ID_LENGTH = 64;
    private static final int ERROR_LENGTH = 500;

    private final CommandDao dao;
    private final PendingCommands pending;
    private final Duration restart;

    /** @param restart how long a host may take to boot once its agent has acknowledged the restart */
    public CommandDelivery(CommandDao dao, PendingCommands pending, Duration restart) {
        this.dao = dao;
        this.pending = pending;
        this.restart = restart;
    }

    @Override
    public void acknowledge(String agentId, List<JsonNode> results) {
        List<String> ids = new ArrayList<>();
        List<Boolean> successes = new ArrayList<>();
        List<@Nullable String> errors = new ArrayList<>();
        for (JsonNode result : results) {
            String id = result.path("id").asText();
            if (ids.size() < MOST_RESULTS && isId(id) && !ids.contains(id)) {
                boolean success = result.path("success").asBoolean();
                ids.add(id);
                successes.add(success);
                errors.add(success ? null : shown(result.path("error").asText()));
            }
        }
        if (!ids.isEmpty()) {
            dao.acknowledge(
                    agentId,
                    ids,
                    successes,
                    errors,
                    restart.toSeconds(),
                    Actor.agent(agentId).name());
        }
    }

    /** A fault of the database keeps commands back: it must not keep hosts from reporting. */
    @Override
    public List<AgentCommand> due(Heartbeat heartbeat) {
        String agentId = heartbeat.agentId();
        long note = pending.noteOf(agentId);
        if (note < 0) {
            return List.of();
        }
        try {
            List<CommandDao.Due> waiting = dao.due(
                    agentId,
                    heartbeat.bootId(),
                    heartbeat.bootedAt(),
                    heartbeat.sessions().isEmpty());
            if (waiting.isEmpty()) {
                pending.forget(agentId, note);
            }
            return waiting.stream()
                    .filter(due -> !due.held())
                    .map(CommandDao.Due::command)
                    .toList();
        } catch (RuntimeException e) {
            FaultLog.tell(log, "The commands for agent " + agentId + " cannot be read", e);
            return List.of();
        }
    }

    private static boolean isId(String id) {
        return !id.isEmpty() && ReadableText.of(id, ID_LENGTH).equals(id);
    }

    private static String shown(String error) {
        String line = error.replaceAll("\\p{Cntrl}|[\\ud800-\\udfff]", " ").strip();
        return line.length() > ERROR_LENGTH ? line.substring(0, ERROR_LENGTH) : line;
    }
}
