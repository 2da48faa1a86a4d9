package io.drover.command;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a session's action can be. */
public enum CommandAction {
    /** The user reads a message. */
    MESSAGE("message"),
    /** The user's screen goes; the session waits. */
    DISCONNECT("disconnect"),
    /** The session ends, and with it what was not saved. */
    LOGOFF("logoff");

    static final Map<String, CommandAction> WORDS =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(CommandAction::text, Function.identity()));

    private final String text;

    CommandAction(String text) {
        this.text = text;
    }

    /** The word for it in JSON and SQL. */
    @JsonValue
    public String text() {
        return text;
    }
}
