package io.drover.fleet;

import io.drover.lease.Lease;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One thing that the instances tell each other.
 *
 * @param kind what happened
 * @param id to whom; empty when it is about a lease or about nobody
 * @param lease the lease it is about, null when it is about none
 */
record Notice(Kind kind, String id, @Nullable Lease lease) {

    /** Something could not be told. */
    static final Notice MISSED = new Notice(Kind.MISSED, "", null);

    /** The policy of agents without a nearer one was set. */
    static final Notice GLOBAL_POLICY = new Notice(Kind.POLICY, "", null);

    /** What can happen, with the word for it in a notification. */
    enum Kind {
        AGENT("agent"),
        HEARTBEAT("heartbeat"),
        FARM("farm"),
        RESOURCE("resource"),
        CONNECTION("connection"),
        LEASE("lease"),
        RELEASED("released"),
        COMMAND("command"),
        POLICY("policy"),
        MISSED("missed");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }

        /** A word that this version does not know stands for something missed. */
        static Kind of(String word) {
            for (Kind kind : values()) {
                if (kind.word.equals(word)) {
                    return kind;
                }
            }
            return MISSED;
        }
    }

    static Notice of(Kind kind, String id) {
        return new Notice(kind, id, null);
    }

    static Notice written(Lease lease) {
        return new Notice(Kind.LEASE, "", lease);
    }

    static Notice released(Lease lease) {
        return new Notice(Kind.RELEASED, "", lease);
    }

    Lease theLease() {
        return Objects.requireNonNull(lease, "a notice about no lease");
    }
}
