package io.drover.auth;

import java.util.List;

/**
 * Every key as it is presented. Never logged.
 *
 * @param enrollment what a new agent presents
 * @param broker the gateways' keys, at least one
 * @param operators the operators' keys, at least one
 */
public record PlainKeys(String enrollment, List<Key> broker, List<OperatorKey> operators) {

    public PlainKeys {
        broker = List.copyOf(broker);
        operators = List.copyOf(operators);
    }

    @Override
    public String toString() {
        return "PlainKeys[" + broker.size() + " broker, " + operators.size() + " operators]";
    }

    /** A gateway's key, with who holds it. */
    public record Key(String name, String secret) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** An operator's key, with who holds it and what it may. */
    public record OperatorKey(String name, Role role, String secret) {
        @Override
        public String toString() {
            return name + " " + role;
        }
    }
}
