package io.drover.probe;

import io.drover.fleet.Agent;
import io.drover.fleet.ProbeState;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** What probes of one address of one host found so far. Not safe for use by several threads at once. */
final class Track {

    private final String agentId;
    private final String target;
    private final int port;
    private ProbeState state = ProbeState.UNKNOWN;
    private ProbeState last = ProbeState.UNKNOWN;
    private int failures;
    private boolean answeredOnce;
    private Instant due;

    Track(Agent agent, Instant due) {
        agentId = agent.id();
        target = agent.target();
        port = agent.targetPort();
        this.due = due;
    }

    boolean isOf(Agent agent) {
        return target.equals(agent.target()) && port == agent.targetPort();
    }

    String agentId() {
        return agentId;
    }

    String target() {
        return target;
    }

    int port() {
        return port;
    }

    ProbeState state() {
        return state;
    }

    ProbeState last() {
        return last;
    }

    int failures() {
        return failures;
    }

    boolean answers() {
        return last == ProbeState.ANSWERS;
    }

    Instant due() {
        return due;
    }

    /**
     * Takes what a probe found.
     *
     * @param limit after how many failures in a row they count
     * @param othersAnswer whether another host answers now
     */
    void end(ProbeState found, int limit, BooleanSupplier othersAnswer) {
        last = found;
        if (found == ProbeState.ANSWERS) {
            answeredOnce = true;
            failures = 0;
            state = found;
        } else {
            failures++;
            if (failures >= limit) {
                state = found != ProbeState.UNREACHABLE || isTheHostsFault(othersAnswer) ? found : ProbeState.UNKNOWN;
            }
        }
    }

    /** A host that this instance never reached, or all hosts at once: the way there is the likelier fault. */
    private boolean isTheHostsFault(BooleanSupplier othersAnswer) {
        return answeredOnce && othersAnswer.getAsBoolean();
    }

    /** The next probe is an interval after the last one was due, or after now when that is past already. */
    void again(Instant now, Duration interval) {
        Instant next = due.plus(interval);
        due = next.isAfter(now) ? next : now.plus(interval);
    }
}
