package io.drover.guacamole;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * One id for one click. A browser that is refused over WebSocket asks again over HTTP at once: that is the same
 * question, and places once. Of one user's session; safe for several threads.
 */
final class RequestIds {

    private static final long MOMENT = TimeUnit.SECONDS.toNanos(5);

    private final LongSupplier nanoTime;
    private final Map<String, Given> given = new HashMap<>();

    RequestIds(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** The id for a connection that is asked for now. */
    synchronized String forConnection(String connection) {
        long now = nanoTime.getAsLong();
        given.values().removeIf(id -> now - id.since > MOMENT);
        return given.computeIfAbsent(connection, unused -> new Given(fresh(), now)).id;
    }

    /** An id that nobody had before. */
    static String fresh() {
        return UUID.randomUUID().toString();
    }

    /** Says that what an id led to is over: the next click is a new question. */
    synchronized void over(String id) {
        given.values().removeIf(known -> known.id.equals(id));
    }

    private static final class Given {

        private final String id;
        private final long since;

        Given(String id, long since) {
            this.id = id;
            this.since = since;
        }
    }
}
