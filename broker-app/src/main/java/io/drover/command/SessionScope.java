package io.drover.command;

import io.drover.fleet.Session;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Which sessions of a host are meant. */
public enum SessionScope {
    ALL("all"),
    /** Those in use. */
    ACTIVE("active"),
    /** Those that wait for their user. */
    DISCONNECTED("disconnected");

    static final Map<String, SessionScope> WORDS =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(scope -> scope.text, Function.identity()));

    private final String text;

    SessionScope(String text) {
        this.text = text;
    }

    boolean holds(Session session) {
        return switch (this) {
            case ALL -> true;
            case ACTIVE -> session.state().equals("active") || session.state().equals("connected");
            case DISCONNECTED -> session.state().equals("disconnected");
        };
    }
}
