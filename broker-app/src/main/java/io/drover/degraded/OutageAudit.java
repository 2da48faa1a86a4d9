package io.drover.degraded;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.audit.AuditLog;
import io.drover.control.Actor;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Writes each time without the database into the audit when it is over, and tries on until it is there: what brought
 * the leases into the database may be back before what writes the audit. Safe for use by many threads.
 */
public final class OutageAudit {

    private final AuditLog audit;
    private final String instance;
    private final ObjectMapper json = new ObjectMapper();
    private final Queue<Outage> waiting = new ConcurrentLinkedQueue<>();

    /** @param instance the word that tells this broker from others on the same database */
    public OutageAudit(AuditLog audit, String instance) {
        this.audit = audit;
        this.instance = instance;
    }

    /** Keeps it for {@link #write}. */
    public void ended(Outage outage) {
        waiting.add(outage);
    }

    /**
     * Writes what waits, the oldest first. To be called every second or so, by one thread at a time. Fails as the
     * database does; what could not be written waits on.
     */
    public void write() {
        for (Outage next = waiting.peek(); next != null; next = waiting.peek()) {
            record(next);
            waiting.remove();
        }
    }

    private void record(Outage outage) {
        ObjectNode after = json.createObjectNode();
        after.put("began", outage.began().toString());
        after.put("ended", outage.ended().toString());
        after.put("given", outage.counts().given());
        after.put("kept", outage.counts().kept());
        after.put("conflicting", outage.counts().conflicting());
        after.put("closed", outage.counts().closed());
        after.put("expired", outage.counts().expired());
        ArrayNode givenUp = after.putArray("given_up");
        outage.givenUp()
                .forEach(lease -> givenUp.addObject()
                        .put("outcome", lease.outcome())
                        .put("agent_id", lease.agentId())
                        .put("decision_id", lease.decisionId()));
        audit.record(Actor.BROKER, "place_without_database", "instance", instance, null, after);
    }
}
