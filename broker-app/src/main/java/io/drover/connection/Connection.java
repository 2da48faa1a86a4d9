package io.drover.connection;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A gateway's connection to the host that a placement chose, as it was last reported.
 *
 * @param decisionId the placement
 * @param nodeId the gateway's node, empty when it did not say
 * @param person the folded user part
 * @param domain the folded domain, empty when the user was given by a short name
 * @param agentId the host
 * @param leaseRev the rev of the lease that the placement wrote or held on to; 0 when that is not known
 * @param state what was last reported
 * @param status why it failed, in Guacamole's numbers; null when it did not fail or nobody said why
 * @param version grows with every change of the state
 * @param changedAt since when it is in this state, by the database's clock
 */
public record Connection(
        String decisionId,
        String nodeId,
        String person,
        String domain,
        String agentId,
        long leaseRev,
        State state,
        @Nullable Integer status,
        long version,
        Instant changedAt) {

    /** How long one that ended can still change a placement: a lease is seldom older. */
    public static final Duration MATTERS = Duration.ofMinutes(20);

    /** What a connection can be. */
    public enum State {
        /** The user has the desktop. */
        OPEN("open"),
        /** Open when last heard of, and not renewed in time. */
        LOST("lost"),
        /** The gateway closed it. */
        CLOSED("closed"),
        /** The host could not be reached, or was lost. */
        FAILED("failed");

        private final String text;

        State(String text) {
            this.text = text;
        }

        /**
         * Whether a report can lead from here to another state: one that was lost may open again, one that closed not,
         * and one that failed stays failed.
         */
        public boolean leadsTo(State reported) {
            return switch (reported) {
                case OPEN, CLOSED -> this == OPEN || this == LOST;
                case FAILED -> this != FAILED;
                case LOST -> this == OPEN;
            };
        }

        /** The word for it in the protocol and in the database. */
        public String text() {
            return text;
        }
    }

    /** Whom it took where. */
    public PlacedUser placed() {
        return new PlacedUser(decisionId, person, domain, agentId, leaseRev);
    }

    /** Whether the user has it now. */
    public boolean isOpen() {
        return state == State.OPEN;
    }
}
