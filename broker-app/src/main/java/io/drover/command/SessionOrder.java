package io.drover.command;

import io.drover.http.Fields;

/**
 * What an operator wants done in a session.
 *
 * @param title of a message, may be empty
 * @param message of a message; empty for other actions
 */
public record SessionOrder(CommandAction action, String title, String message) {

    private static final int TITLE_LENGTH = 200;
    private static final int MESSAGE_LENGTH = 2000;

    /** Reads the JSON of the protocol. */
    static SessionOrder read(Fields body) {
        CommandAction action = body.choice("action", CommandAction.WORDS)
                .orElseThrow(() -> body.invalid("action", "must be message, disconnect or logoff"));
        String title = body.text("title", TITLE_LENGTH).orElse("");
        String message = body.longText("message", MESSAGE_LENGTH).orElse("");
        boolean speaks = action == CommandAction.MESSAGE;
        if (speaks && message.isBlank()) {
            throw body.invalid("message", "must not be missing or blank");
        }
        if (!speaks && !(title + message).isEmpty()) {
            throw body.invalid(title.isEmpty() ? "message" : "title", "is for the action message only");
        }
        return new SessionOrder(action, title, message);
    }
}
