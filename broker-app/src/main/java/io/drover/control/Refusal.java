package io.drover.control;

import java.util.List;
import java.util.stream.Collectors;

/** Why a change was not made. */
public sealed interface Refusal {

    /** One sentence for the client. */
    String message();

    /** The input breaks rules. */
    record Invalid(List<Violation> violations) implements Refusal {
        public Invalid {
            violations = List.copyOf(violations);
        }

        /** A single broken rule. */
        public static Invalid of(String field, String reason) {
            return new Invalid(List.of(new Violation(field, reason)));
        }

        @Override
        public String message() {
            return violations.stream().map(Violation::toString).collect(Collectors.joining("; "));
        }
    }

    /** There is nothing of this id. */
    record NotFound(Subject subject, String id) implements Refusal {
        @Override
        public String message() {
            return "there is no " + subject.text() + " " + id;
        }
    }

    /** The id is taken. */
    record AlreadyExists(Subject subject, String id) implements Refusal {
        @Override
        public String message() {
            return "the " + subject.text() + " " + id + " exists already";
        }
    }

    /**
     * Somebody else changed it first.
     *
     * @param current the control version it has now
     */
    record StaleVersion(Subject subject, String id, long current) implements Refusal {
        @Override
        public String message() {
            return "the " + subject.text() + " " + id + " was changed meanwhile, its version is now " + current;
        }
    }

    /**
     * Another enabled resource stands for the same connection.
     *
     * @param field {@code guacamole_connection_id} or {@code guacamole_connection_name}
     * @param resourceId the other one
     */
    record DuplicateMapping(String field, String resourceId) implements Refusal {
        @Override
        public String message() {
            return field + ": the enabled resource " + resourceId + " stands for this connection already";
        }
    }

    /** Enabled resources need it; force deletes it all the same. */
    record InUse(Subject subject, String id, List<String> resourceIds) implements Refusal {
        public InUse {
            resourceIds = List.copyOf(resourceIds);
        }

        @Override
        public String message() {
            return "the " + subject.text() + " " + id + " serves enabled resources: " + String.join(", ", resourceIds);
        }
    }

    /**
     * As many commands wait for the agent as may.
     *
     * @param most how many may wait
     */
    record TooManyCommands(String agentId, int most) implements Refusal {
        @Override
        public String message() {
            return "no more than " + most + " commands may wait for the agent " + agentId
                    + "; wait until it has done some, or they expire";
        }
    }

    /** The host has no agent that could be told: it is scraped. */
    record TakesNoCommands(String agentId) implements Refusal {
        @Override
        public String message() {
            return "the host of agent " + agentId + " is scraped and has no agent that takes commands";
        }
    }

    /**
     * Users would lose their work; force makes the change all the same.
     *
     * @param why completes "the host of agent x …"
     */
    record HostInUse(String agentId, String why) implements Refusal {
        @Override
        public String message() {
            return "the host of agent " + agentId + " " + why;
        }
    }

    /** No host of these farms would take new sessions any more; force makes the change all the same. */
    record LastEligibleHost(String agentId, List<String> farmIds) implements Refusal {
        public LastEligibleHost {
            farmIds = List.copyOf(farmIds);
        }

        @Override
        public String message() {
            return "the agent " + agentId + " is the last eligible host of: " + String.join(", ", farmIds);
        }
    }
}
