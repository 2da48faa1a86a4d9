package io.drover.fleet;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What an operator allows on a host. Heartbeats never change it. */
public enum AgentMode {
    /** New sessions and reconnects are allowed. */
    @JsonProperty("online")
    ONLINE("online"),
    /** No new sessions; users return to the sessions they have. */
    @JsonProperty("drain")
    DRAIN("drain"),
    /** Neither new sessions nor reconnects. */
    @JsonProperty("maintenance")
    MAINTENANCE("maintenance");

    private final String text;

    AgentMode(String text) {
        this.text = text;
    }

    /** The word for this mode in JSON, YAML, SQL and rules. */
    public String text() {
        return text;
    }

    /**
     * The mode that a word stands for.
     *
     * @throws IllegalArgumentException when it is none of {@code online}, {@code drain}, {@code maintenance}
     */
    public static AgentMode of(String text) {
        for (AgentMode mode : values()) {
            if (mode.text.equals(text)) {
                return mode;
            }
        }
        throw new IllegalArgumentException("mode must be online, drain or maintenance, not \"" + text + "\"");
    }
}
