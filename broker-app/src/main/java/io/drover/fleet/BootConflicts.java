package io.drover.fleet;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.audit.AuditLog;
import io.drover.control.Actor;
import io.drover.control.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Agents under whose id two machines report. Safe for use by many threads. */
public final class BootConflicts {

    private static final Logger log = LoggerFactory.getLogger(BootConflicts.class);
    private static final Duration REPEAT = Duration.ofHours(1);

    private final AuditLog audit;
    private final ConcurrentHashMap<String, Instant> lastSeen = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Instant> lastAudited = new ConcurrentHashMap<>();

    public BootConflicts(AuditLog audit) {
        this.audit = audit;
    }

    /** When each conflict of the last hour was seen last, by agent id. */
    public Map<String, Instant> recent(Instant now) {
        lastSeen.values().removeIf(seen -> seen.isBefore(now.minus(REPEAT)));
        return Map.copyOf(lastSeen);
    }

    void seen(HeartbeatHistory history, Heartbeat refused) {
        String agentId = refused.agentId();
        Instant at = refused.receivedAt();
        lastSeen.put(agentId, at);
        Instant audited = lastAudited.get(agentId);
        if (audited != null && at.isBefore(audited.plus(REPEAT))) {
            return;
        }
        lastAudited.put(agentId, at);
        log.warn("Two machines report under the agent id {}: their boot ids alternate", agentId);
        ObjectNode boots = JsonNodeFactory.instance
                .objectNode()
                .put("boot_id", history.last().bootId())
                .put("other_boot_id", refused.bootId());
        audit.record(Actor.agent(agentId), "conflict", Subject.AGENT.text(), agentId, null, boots);
    }
}
