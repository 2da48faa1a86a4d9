package io.drover.guacamole;

/** Something that the broker is to be told, once it can be. */
final class Report {

    private static final long FIRST_PAUSE = 500;
    private static final long LONGEST_PAUSE = 10_000;

    private final String path;
    private final String body;
    private final long since;
    private final long pause;

    /** A report that comes up now. */
    Report(String path, String body) {
        this(path, body, System.nanoTime(), FIRST_PAUSE);
    }

    private Report(String path, String body, long since, long pause) {
        this.path = path;
        this.body = body;
        this.since = since;
        this.pause = pause;
    }

    String path() {
        return path;
    }

    String body() {
        return body;
    }

    /** How long ago it came up, in nanoseconds. */
    long age() {
        return System.nanoTime() - since;
    }

    /** How long to wait when it could not be told, in milliseconds. */
    long pause() {
        return pause;
    }

    /** The same for one more try. */
    Report again() {
        return new Report(path, body, since, Math.min(2 * pause, LONGEST_PAUSE));
    }
}
