package io.drover.command;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Commands for one agent that are alike, as one statement queues them.
 *
 * @param commandIds ids of the new commands
 * @param sessionIds the session that each is about; a single null for the host
 * @param requestedBy the actor's name
 * @param ttlSeconds how long they may wait
 * @param bootId the boot that a restart is to end, null when unknown or no restart
 * @param bootedAt when that boot was, null when unknown or no restart
 */
public record CommandBatch(
        String agentId,
        String does,
        List<String> commandIds,
        List<@Nullable Long> sessionIds,
        String title,
        String message,
        String requestedBy,
        long ttlSeconds,
        @Nullable String bootId,
        @Nullable Instant bootedAt) {}
