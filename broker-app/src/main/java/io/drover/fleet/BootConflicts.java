package io.drover.fleet;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.audit.AuditLog;
import io.drover.control.Actor;
import io.drover.control.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Agents under whose id two machines report. Safe for use by many threads. */
public final class BootConflicts {

    private static final Logger log = LoggerFactory.getLogger(BootConflicts.class);
    private static final Duration REPEAT = Duration.ofHours(1);

    private static final Duration NOTE = Duration.ofMinutes(1);

    private final AgentDao dao;
    private final AuditLog audit;
    private final ConcurrentHashMap<String, Instant> lastNoted = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Instant> lastAudited = new ConcurrentHashMap<>();

    public BootConflicts(AgentDao dao, AuditLog audit) {
        this.dao = dao;
        this.audit = audit;
    }

    /** Shows the conflict with the agent, and audits it: now and then, however often the other machine reports. */
    void seen(HeartbeatHistory history, Heartbeat refused) {
        String agentId = refused.agentId();
        String boot = history.last().bootId();
        String other = refused.bootId();
        if (isDue(lastNoted, refused, NOTE)) {
            dao.noteConflict(agentId, boot, other);
        }
        if (isDue(lastAudited, refused, REPEAT)) {
            log.warn("Two machines report under the agent id {}: their boot ids alternate", agentId);
            ObjectNode boots =
                    JsonNodeFactory.instance.objectNode().put("boot_id", boot).put("other_boot_id", other);
            audit.record(Actor.agent(agentId), "conflict", Subject.AGENT.text(), agentId, null, boots);
        }
    }

    private static boolean isDue(ConcurrentHashMap<String, Instant> last, Heartbeat refused, Duration pause) {
        Instant before = last.get(refused.agentId());
        if (before != null && refused.receivedAt().isBefore(before.plus(pause))) {
            return false;
        }
        last.put(refused.agentId(), refused.receivedAt());
        return true;
    }
}
