package io.drover.scenario.run;

import io.drover.control.Maybe;
import io.drover.control.Violations;
import io.drover.fleet.Agent;
import io.drover.fleet.AgentControl;
import io.drover.fleet.AgentMode;
import io.drover.fleet.ControlChange;
import io.drover.fleet.HostIdentity;
import io.drover.scenario.AgentOverlay;
import io.drover.scenario.Control;
import io.drover.scenario.Field;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the broker keeps of a host: what operators set, and who and where the host says it is. It changes as the row in
 * the service's database does.
 *
 * @param control what operators set
 * @param hostname its name, as it last reported it
 * @param reported what it last said of itself
 */
record EnrolledHost(AgentControl control, String hostname, HostIdentity reported) {

    private static final String OPERATOR = "operator";

    private static final ControlChange NO_RESTART = new ControlChange(
            Maybe.absent(),
            Maybe.of(false),
            Maybe.of(false),
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
            true);

    /** A host that never reported. */
    static EnrolledHost of(String id) {
        AgentControl control = new AgentControl(
                id,
                AgentMode.ONLINE,
                false,
                Map.of(),
                List.of(),
                null,
                null,
                null,
                100,
                null,
                null,
                false,
                false,
                null,
                null,
                null,
                1);
        return new EnrolledHost(control, id, HostIdentity.UNKNOWN);
    }

    /** The host as placement sees it. */
    Agent agent(long version) {
        boolean explicit = control.address() != null;
        return new Agent(
                control.id(),
                hostname,
                explicit ? control.address() : reported.address(),
                explicit || control.port() != null ? control.port() : reported.port(),
                control.mode(),
                control.quarantined(),
                control.tags(),
                control.farmIds(),
                reported.zone(),
                control.weight(),
                control.maxSessions(),
                control.maxConcurrentLogons(),
                control.restartWhenDrained(),
                control.onlineAfterRestart(),
                control.reason(),
                control.owner(),
                control.until(),
                version,
                Instant.EPOCH);
    }

    /** Whether it is to be restarted once it is drained. */
    boolean wantsRestart() {
        return control.mode() == AgentMode.DRAIN && control.restartWhenDrained() && !control.quarantined();
    }

    /** When its drain or maintenance ends by itself, null for never. */
    @Nullable
    Instant end() {
        return control.quarantined() ? null : control.until();
    }

    /** The host, set up as a file says. */
    EnrolledHost with(AgentOverlay given) {
        AgentControl set = changed(new ControlChange(
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                maybe(given.tags()),
                maybe(given.farmIds()),
                Maybe.absent(),
                maybe(given.address()),
                maybe(given.port()),
                maybe(given.weight()),
                maybe(given.maxSessions()),
                maybe(given.maxConcurrentLogons()),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                true));
        AgentMode mode = given.mode().orElse(set.mode());
        boolean quarantined = given.quarantined().orElse(set.quarantined());
        HostIdentity says = new HostIdentity(
                given.hostname().isPresent() ? null : reported.hostname(),
                reported.address(),
                reported.port(),
                maybe(given.zone()).or(reported.zone()));
        return new EnrolledHost(
                standing(set, mode, quarantined, mode == set.mode()),
                given.hostname().orElse(hostname),
                says);
    }

    /**
     * The host after a change by an operator.
     *
     * @param violations takes what forbids the change
     */
    EnrolledHost with(Control.Patch patch, Instant now, Violations violations) {
        ControlChange change = new ControlChange(
                maybe(patch.mode()),
                maybe(patch.restartWhenDrained()),
                maybe(patch.onlineAfterRestart()),
                maybe(patch.tags()),
                maybe(patch.farmIds()),
                maybe(patch.policy()),
                maybe(patch.address()),
                maybe(patch.port()),
                maybe(patch.weight()),
                maybe(patch.maxSessions()),
                maybe(patch.maxConcurrentLogons()),
                maybe(patch.reason()),
                maybe(patch.owner()),
                maybe(patch.until()),
                true);
        AgentControl outcome = changed(change);
        change.check(outcome, now, violations);
        return new EnrolledHost(outcome, hostname, reported);
    }

    /** Who and where the host says it is now; of what it leaves out, what it said before. */
    HostIdentity identity() {
        return new HostIdentity(hostname, reported.address(), reported.port(), reported.zone());
    }

    /** The same with what a heartbeat says. */
    HostIdentity identity(AgentOverlay heard) {
        return new HostIdentity(
                heard.hostname().orElse(hostname),
                maybe(heard.address()).or(reported.address()),
                maybe(heard.port()).or(reported.port()),
                maybe(heard.zone()).or(reported.zone()));
    }

    /** The host after it reported; one that would send users elsewhere is barred. */
    EnrolledHost saying(HostIdentity newer) {
        boolean bar = reported.to(newer, false) == HostIdentity.Difference.REDIRECTING;
        return new EnrolledHost(
                bar ? standing(control, AgentMode.MAINTENANCE, true, false) : control,
                newer.hostname() == null ? hostname : newer.hostname(),
                reported.updatedBy(newer));
    }

    /** The host online again, after its drain or maintenance ended by itself. */
    EnrolledHost online() {
        return new EnrolledHost(standing(control, AgentMode.ONLINE, control.quarantined(), false), hostname, reported);
    }

    /** The host after the restart that was wanted. */
    EnrolledHost restarted() {
        EnrolledHost next = control.onlineAfterRestart() ? online() : this;
        return new EnrolledHost(next.changed(NO_RESTART), hostname, reported);
    }

    private AgentControl changed(ControlChange change) {
        return change.appliedTo(control, OPERATOR);
    }

    private static <T> Maybe<T> maybe(Field<T> field) {
        T value = field.orNull();
        return value == null ? field.isPresent() ? Maybe.cleared() : Maybe.absent() : Maybe.of(value);
    }

    /** @param goesOn whether what stands behind the mode stays: the reason, the owner and the end */
    private static AgentControl standing(AgentControl from, AgentMode mode, boolean quarantined, boolean goesOn) {
        return new AgentControl(
                from.id(),
                mode,
                quarantined,
                from.tags(),
                from.farmIds(),
                from.policy(),
                from.address(),
                from.port(),
                from.weight(),
                from.maxSessions(),
                from.maxConcurrentLogons(),
                from.restartWhenDrained() && mode != AgentMode.ONLINE,
                from.onlineAfterRestart() && mode != AgentMode.ONLINE,
                goesOn ? from.reason() : null,
                goesOn ? from.owner() : null,
                goesOn ? from.until() : null,
                from.controlVersion());
    }
}
