package io.drover.desired;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Who can have a policy for agents, the nearest first. */
public enum PolicyOwner {
    AGENT("agent"),
    FARM("farm"),
    /** Everybody: for agents that none nearer reaches. */
    GLOBAL("global");

    static final Map<String, PolicyOwner> WORDS =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(PolicyOwner::text, Function.identity()));

    private final String text;

    PolicyOwner(String text) {
        this.text = text;
    }

    /** The word for it in JSON and SQL. */
    @JsonValue
    public String text() {
        return text;
    }

    static PolicyOwner of(String text) {
        PolicyOwner owner = WORDS.get(text);
        if (owner == null) {
            throw new IllegalArgumentException("no policy has the owner " + text);
        }
        return owner;
    }
}
