package io.drover.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.audit.AuditLog;
import io.drover.control.Actor;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes every change of the rules into the audit, as far as the database takes it. */
public final class PolicyRecords implements PolicyListener {

    private static final Logger LOG = LoggerFactory.getLogger(PolicyRecords.class);
    private static final int TOLD = 20;

    private final AuditLog audit;
    private final ObjectMapper json = new ObjectMapper();

    public PolicyRecords(AuditLog audit) {
        this.audit = audit;
    }

    @Override
    public void installed(PolicyStatus status, String before, Duration took) {
        ObjectNode after = json.createObjectNode();
        after.put("revision", status.revision());
        after.put("origin", status.origin().name().toLowerCase(Locale.ROOT));
        after.put("scenarios_passed", status.examination().passed());
        String action = status.origin() == PolicyStatus.Origin.ROLLBACK ? "roll_back" : "install";
        record(
                status.by(),
                action,
                before.isEmpty() ? null : json.createObjectNode().put("revision", before),
                after);
    }

    @Override
    public void refused(PolicyStatus status, Actor who) {
        ObjectNode after = json.createObjectNode();
        after.put("refused", status.folderRevision());
        after.put("revision", status.revision());
        Stream.concat(status.problems().stream(), status.failures().stream())
                .limit(TOLD)
                .map(Object::toString)
                .forEach(after.putArray("problems")::add);
        record(who, "refuse", json.createObjectNode().put("revision", status.revision()), after);
    }

    private void record(Actor who, String action, @Nullable JsonNode before, JsonNode after) {
        try {
            audit.record(who, action, "policy", "rules", before, after);
        } catch (RuntimeException e) {
            LOG.warn(
                    "a change of the policy is missing in the audit: {}",
                    e.getClass().getSimpleName());
            LOG.debug("The failure", e);
        }
    }
}
