package io.drover.guacamole;

/** Something that the broker is to be told, once it can be. */
final class Report {

    private final String path;
    private final String body;
    private final long since;

    /**
     * A report.
     *
     * @param since when it came up, on the clock that the queue reads
     */
    Report(String path, String body, long since) {
        this.path = path;
        this.body = body;
        this.since = since;
    }

    String path() {
        return path;
    }

    String body() {
        return body;
    }

    long since() {
        return since;
    }
}
