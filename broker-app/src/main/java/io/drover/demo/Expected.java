package io.drover.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the broker must answer. */
sealed interface Expected {

    /** What is wrong with an answer, one sentence each; empty when it is right. */
    List<String> flaws(Outcome outcome);

    /** A host, and why. */
    record Host(String hostname, String reason) implements Expected {
        @Override
        public List<String> flaws(Outcome outcome) {
            return flaw(
                    "must be sent to " + this,
                    outcome.hostname().equals(hostname) && outcome.reason().equals(reason),
                    outcome);
        }

        @Override
        public String toString() {
            return hostname + " (" + reason + ")";
        }
    }

    /** One of several hosts, as a new session; how many each of them gets is checked over all. */
    record AnyOf(List<String> hostnames) implements Expected {
        @Override
        public List<String> flaws(Outcome outcome) {
            return flaw(
                    "must be sent to one of " + String.join(", ", hostnames) + " (" + Outcome.NEW + ")",
                    hostnames.contains(outcome.hostname()) && outcome.reason().equals(Outcome.NEW),
                    outcome);
        }
    }

    /** No host: the status and code of the protocol, and how many hosts were kept out for which reason. */
    record Refusal(int status, String code, Map<String, Integer> excluded) implements Expected {
        @Override
        public List<String> flaws(Outcome outcome) {
            List<String> flaws = new ArrayList<>(flaw(
                    "must be refused with " + status + " " + code,
                    outcome.status() == status && outcome.reason().equals(code),
                    outcome));
            if (flaws.isEmpty() && !outcome.excluded().equals(excluded)) {
                flaws.add("must be told of hosts kept out by " + excluded + ", was told of " + outcome.excluded());
            }
            return flaws;
        }
    }

    private static List<String> flaw(String must, boolean holds, Outcome outcome) {
        return holds ? List.of() : List.of(must + ", " + outcome);
    }
}
