package io.drover.auth;

import java.security.Principal;

/** Who sends a request. Resource methods take it as an {@code @Auth} parameter. */
public sealed interface Caller extends Principal {

    /** Nobody that is known: no credential, or a wrong one. */
    record Unknown() implements Caller {
        @Override
        public String getName() {
            return "unknown";
        }
    }

    /** An agent, with its id. */
    record Agent(String id) implements Caller {
        @Override
        public String getName() {
            return id;
        }
    }

    /** A gateway, with the name of its key. */
    record Broker(String name) implements Caller {
        @Override
        public String getName() {
            return name;
        }
    }

    /** A person or an automation, with the name and role of its key. */
    record Operator(String name, Role role) implements Caller {
        @Override
        public String getName() {
            return name;
        }
    }
}
