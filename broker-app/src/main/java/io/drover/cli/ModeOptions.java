package io.drover.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Why a host goes out of service, and until when. */
final class ModeOptions {

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for those who see the host closed.")
    private @Nullable String reason;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "When the host comes back by itself, as 2026-03-02T09:00:00Z.")
    private @Nullable String until;

    @Option(names = "--force", description = "Also when a farm loses its last eligible host.")
    private boolean force;

    /** The change that puts a host into a mode. */
    ObjectNode change(String mode) {
        ObjectNode change = JsonNodeFactory.instance.objectNode().put("mode", mode);
        if (reason != null) {
            change.put("reason", reason);
        }
        if (until != null) {
            change.put("until", until);
        }
        if (force) {
            change.put("force", true);
        }
        return change;
    }
}
