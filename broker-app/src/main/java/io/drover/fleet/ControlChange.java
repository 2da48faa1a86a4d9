package io.drover.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.control.HostName;
import io.drover.control.JsonFields;
import io.drover.control.Maybe;
import io.drover.control.TimeText;
import io.drover.control.Violations;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an operator changes on a host. Absent fields stay as they are; null clears a field, or sets it to its usual
 * value where it cannot be empty.
 *
 * @param force also when a farm loses its last eligible host
 */
public record ControlChange(
        Maybe<AgentMode> mode,
        Maybe<Boolean> restartWhenDrained,
        Maybe<Boolean> onlineAfterRestart,
        Maybe<Map<String, String>> tags,
        Maybe<List<String>> farmIds,
        Maybe<JsonNode> policy,
        Maybe<String> address,
        Maybe<Integer> port,
        Maybe<Integer> weight,
        Maybe<Integer> maxSessions,
        Maybe<Integer> maxConcurrentLogons,
        Maybe<String> reason,
        Maybe<String> owner,
        Maybe<Instant> until,
        boolean force) {

    private static final int USUAL_WEIGHT = 100;
    private static final int HEAVIEST = 10_000;

    /** Only the mode. */
    public static ControlChange mode(AgentMode mode, boolean force) {
        return new ControlChange(
                Maybe.of(mode),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                force);
    }

    /** Only the policy of its own; null takes it away. */
    public static ControlChange policy(@Nullable JsonNode policy) {
        return new ControlChange(
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                policy == null ? Maybe.cleared() : Maybe.of(policy),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                false);
    }

    /** Reads the JSON of the protocol. */
    public static ControlChange read(JsonNode json, Violations violations) {
        JsonFields fields = new JsonFields(json, violations);
        ControlChange change = new ControlChange(
                mode(fields.text("mode"), violations),
                fields.bool("restart_when_drained"),
                fields.bool("online_after_restart"),
                fields.textMap("tags"),
                fields.texts("farm_ids"),
                fields.object("policy"),
                fields.text("address"),
                fields.integer("port"),
                fields.integer("weight"),
                fields.integer("max_sessions"),
                fields.integer("max_concurrent_logons"),
                fields.text("reason"),
                fields.text("owner"),
                until(fields.text("until"), violations),
                fields.bool("force").or(false, false));
        fields.refuseOthers();
        return change;
    }

    private static Maybe<AgentMode> mode(Maybe<String> text, Violations violations) {
        try {
            return text.map(AgentMode::of);
        } catch (IllegalArgumentException e) {
            violations.add("mode", "must be online, drain or maintenance");
            return Maybe.absent();
        }
    }

    private static Maybe<Instant> until(Maybe<String> text, Violations violations) {
        Maybe<Optional<Instant>> read = text.map(TimeText::moment);
        if (read.value() != null && read.value().isEmpty()) {
            violations.add("until", TimeText.RULE);
            return Maybe.absent();
        }
        return read.map(moment -> moment.orElseThrow().truncatedTo(ChronoUnit.MICROS));
    }

    /**
     * What operators set on the host after the change. An operator who sets it online ends what stood behind the other
     * mode: the quarantine, the reason, the owner, the end, and the restart that was to follow.
     *
     * @param who owner of a drain or a maintenance that names none
     */
    public AgentControl appliedTo(AgentControl current, String who) {
        AgentMode next = mode.or(current.mode(), AgentMode.ONLINE);
        boolean entered = next != current.mode() && next != AgentMode.ONLINE;
        boolean broughtOnline = mode.present() && next == AgentMode.ONLINE;
        return new AgentControl(
                current.id(),
                next,
                current.quarantined() && !broughtOnline,
                tags.or(current.tags(), Map.of()),
                farmIds.or(current.farmIds(), List.of()),
                policy.or(current.policy()),
                bare(address.or(current.address())),
                port.or(current.port()),
                weight.or(current.weight(), USUAL_WEIGHT),
                maxSessions.or(current.maxSessions()),
                maxConcurrentLogons.or(current.maxConcurrentLogons()),
                restartWhenDrained.or(current.restartWhenDrained() && !broughtOnline, false),
                onlineAfterRestart.or(current.onlineAfterRestart() && !broughtOnline, false),
                reason.or(entered || broughtOnline ? null : current.reason()),
                owner.or(broughtOnline ? null : entered ? who : current.owner()),
                until.or(entered || broughtOnline ? null : current.until()),
                current.controlVersion());
    }

    /** The rules that the change and its outcome must keep. */
    public void check(AgentControl outcome, Instant now, Violations violations) {
        violations.tags("tags", outcome.tags());
        violations.ids("farm_ids", outcome.farmIds());
        violations.policy("policy", outcome.policy());
        if (outcome.address() != null) {
            violations.address("address", outcome.address());
        }
        violations.range("port", outcome.port(), 1, 65_535);
        violations.range("weight", outcome.weight(), 1, HEAVIEST);
        violations.range("max_sessions", outcome.maxSessions(), 0, Integer.MAX_VALUE);
        violations.range("max_concurrent_logons", outcome.maxConcurrentLogons(), 0, Integer.MAX_VALUE);
        violations.text("reason", outcome.reason() == null ? "" : outcome.reason());
        violations.line("owner", outcome.owner() == null ? "" : outcome.owner(), Violations.NAME_LENGTH);
        Instant end = until.value();
        if (end != null && !end.isAfter(now)) {
            violations.add("until", "is past");
        }
        if (end != null && outcome.mode() == AgentMode.ONLINE) {
            violations.add("until", "is for drain and maintenance only");
        }
    }

    private static @Nullable String bare(@Nullable String address) {
        return address == null ? null : HostName.bare(address);
    }
}
