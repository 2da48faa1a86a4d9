package io.drover.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that differs between a fleet file and a broker.
 *
 * @param action what is to be done
 * @param kind {@code farm}, {@code resource}, {@code agent} or {@code agent policy}
 * @param name its id, of an agent the name that the file gives it
 * @param fields what changes; empty for a deletion
 */
public record PlannedChange(Action action, String kind, String name, List<FieldChange> fields, Request request) {

    public PlannedChange {
        fields = List.copyOf(fields);
    }

    /** What is to be done. */
    public enum Action {
        CREATE("+", "create"),
        CHANGE("~", "change"),
        DELETE("-", "delete");

        private final String sign;
        private final String word;

        Action(String sign, String word) {
            this.sign = sign;
            this.word = word;
        }

        /** As JSON has it. */
        public String word() {
            return word;
        }

        /** As it stands before a line. */
        public String sign() {
            return sign;
        }
    }

    /**
     * The request that does it.
     *
     * @param version what the plan was made on; null when there was nothing
     */
    record Request(
            String method,
            String path,
            @Nullable ObjectNode body,
            @Nullable Long version) {}

    /** {@code ~ farm office}. */
    @Override
    public String toString() {
        return action.sign() + " " + kind + " " + name;
    }

    /**
     * Does it.
     *
     * @throws RefusedException when the broker refuses, also because somebody changed the same thing meanwhile
     * @throws UnreachableException when no broker answers
     */
    public JsonNode apply(BrokerClient broker) throws InterruptedException {
        return broker.send(request.method(), request.path(), request.body(), request.version());
    }
}
