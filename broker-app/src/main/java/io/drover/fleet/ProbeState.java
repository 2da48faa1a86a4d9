package io.drover.fleet;

import com.fasterxml.jackson.annotation.JsonValue;

/** What a broker's own looks at a host's RDP port say. */
public enum ProbeState {
    /** Nothing: not probed, or not often enough to tell. */
    UNKNOWN("unknown"),
    /** An RDP server answered. */
    ANSWERS("answers"),
    /** Connections are taken, and nothing is said. */
    SILENT("silent"),
    /** Connections are refused. */
    REFUSED("refused"),
    /** The host cannot be reached: its name is not known, there is no way to it, or it does not react. */
    UNREACHABLE("unreachable"),
    /** Something that is no RDP server answered. */
    NOT_RDP("not-rdp");

    private final String text;

    ProbeState(String text) {
        this.text = text;
    }

    /** The word that JSON and rules use. */
    @JsonValue
    public String text() {
        return text;
    }
}
