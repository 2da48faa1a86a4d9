package io.drover.degraded;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.audit.AuditLog;
import io.drover.control.Actor;

/** Writes a time without the database into the audit, when it is over. */
public final class OutageAudit {

    private final AuditLog audit;
    private final String instance;
    private final ObjectMapper json = new ObjectMapper();

    /** @param instance the word that tells this broker from others on the same database */
    public OutageAudit(AuditLog audit, String instance) {
        this.audit = audit;
        this.instance = instance;
    }

    /** Fails as the database does. */
    public void record(Outage outage) {
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
