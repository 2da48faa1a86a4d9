package io.drover.benchmarks.faults;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A way in which the functions that commit leases can be broken, or slowed down. Each is an edit of the text that the
 * database has after the migrations; the product knows nothing of them.
 */
public enum Mutation {
    /** A lease does not wait for an operator's change that is being committed. */
    NO_GATE("lock_persons", "PERFORM pg_advisory_xact_lock_shared(control_gate());", ""),
    /** Two leases of one person are judged at the same time. */
    NO_PERSON_LOCK("lock_persons", "PERFORM pg_advisory_xact_lock(h) FROM unnest(p_locks) AS h;", ""),
    /** A decision that refused the host of a lease is not judged by that host's control version. */
    CHOSEN_HOST_ONLY(
            "grant_leases",
            "(SELECT 1 FROM chk c WHERE c.ord = r.ord AND NOT c.ok)",
            "(SELECT 1 FROM chk c WHERE c.ord = r.ord AND NOT c.ok AND c.id = r.agent_id)"),
    /** A decision that did not know of a lease is written all the same. */
    ANY_LEASES_KNOWN("grant_leases", "THEN 'lease'\n", "THEN 'granted'\n"),
    /** A lease is acknowledged before it is on disk, and nothing else that is written takes it there soon. */
    NOT_DURABLE(
            "lock_persons",
            "RETURN clock_timestamp();",
            "PERFORM set_config('synchronous_commit', 'off', true); RETURN clock_timestamp();",
            """
            ALTER DATABASE postgres SET synchronous_commit = off
            ALTER SYSTEM SET wal_writer_delay = '10s'
            SELECT pg_reload_conf()
            """),
    /** A lease is committed 0.1 s after it was judged. That breaks nothing; what else is broken shows sooner. */
    SLOW("grant_leases", "\nEND ", "\n  PERFORM pg_sleep(0.1);\nEND ");

    private final String function;
    private final String from;
    private final String to;
    private final String settings;

    Mutation(String function, String from, String to) {
        this(function, from, to, "");
    }

    Mutation(String function, String from, String to, String settings) {
        this.function = function;
        this.from = from;
        this.to = to;
        this.settings = settings;
    }

    /** As it is given on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The function that is changed. */
    String function() {
        return function;
    }

    /** What is to be executed besides, a statement each. */
    List<String> settings() {
        return settings.lines().toList();
    }

    /**
     * The function's definition, broken.
     *
     * @throws IllegalStateException when the definition has the place to edit not exactly once
     */
    String applied(String definition) {
        List<String> parts = List.of(definition.split(Pattern.quote(from), -1));
        if (parts.size() != 2) {
            throw new IllegalStateException("%s: %s has %d times the text \"%s\", not once"
                    .formatted(text(), function, parts.size() - 1, from));
        }
        return parts.get(0) + to + parts.get(1);
    }
}
