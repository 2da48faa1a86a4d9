package io.drover.lease;

import io.drover.lease.LeaseRace.Placement;
import io.drover.lease.LeaseRequest.Check;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;

/** What happened in a race, as the database wrote it down with its commit times, and what of it must not have. */
final class LeaseHistory {

    /** One write of a lease; {@code gone} when it was ended. Commit time in microseconds. */
    record Write(LeaseKey key, String agentId, long rev, long generation, boolean gone, long committed) {}

    private static final String RECORD = """
            CREATE TABLE IF NOT EXISTS lease_history (
              seq bigint GENERATED ALWAYS AS IDENTITY, person text, domain text, farm text, resource text,
              agent_id text, rev bigint, generation bigint, gone boolean);
            CREATE TABLE IF NOT EXISTS agent_history (agent_id text, version bigint);
            TRUNCATE lease_history, agent_history;
            CREATE OR REPLACE FUNCTION write_lease_history() RETURNS trigger LANGUAGE plpgsql AS $f$
            DECLARE l lease := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
            BEGIN
              INSERT INTO lease_history (person, domain, farm, resource, agent_id, rev, generation, gone)
              VALUES (l.person, l.domain, l.farm, l.resource, l.agent_id, l.rev, l.generation, TG_OP = 'DELETE');
              RETURN NULL;
            END $f$;
            CREATE OR REPLACE FUNCTION write_agent_history() RETURNS trigger LANGUAGE plpgsql AS $f$
            BEGIN
              INSERT INTO agent_history VALUES (NEW.agent_id, NEW.control_version);
              RETURN NULL;
            END $f$;
            CREATE OR REPLACE TRIGGER lease_history AFTER INSERT OR UPDATE OR DELETE ON lease
              FOR EACH ROW EXECUTE FUNCTION write_lease_history();
            CREATE OR REPLACE TRIGGER agent_history AFTER UPDATE ON agent
              FOR EACH ROW EXECUTE FUNCTION write_agent_history();
            """;

    private final List<Write> writes;
    private final Map<String, Long> changes;
    private final Map<Long, Placement> placements;

    private LeaseHistory(List<Write> writes, Map<String, Long> changes, Map<Long, Placement> placements) {
        this.writes = writes;
        this.changes = changes;
        this.placements = placements;
    }

    /** Writes down what happens from now on. */
    static void record(Jdbi jdbi) throws SQLException {
        jdbi.useHandle(handle -> {
            try (Statement statement = handle.getConnection().createStatement()) {
                statement.execute(RECORD);
            }
        });
    }

    static LeaseHistory read(Jdbi jdbi, List<Placement> placements) {
        return jdbi.withHandle(handle -> new LeaseHistory(
                handle.createQuery("""
                                SELECT *, (extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000000)::bigint AS committed
                                  FROM lease_history ORDER BY seq
                                """)
                        .map((row, context) -> new Write(
                                new LeaseKey(
                                        row.getString("person"),
                                        row.getString("domain"),
                                        row.getString("farm"),
                                        row.getString("resource")),
                                row.getString("agent_id"),
                                row.getLong("rev"),
                                row.getLong("generation"),
                                row.getBoolean("gone"),
                                row.getLong("committed")))
                        .list(),
                handle.createQuery("""
                                SELECT agent_id || ' ' || version AS version,
                                       (extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000000)::bigint AS committed
                                  FROM agent_history
                                """)
                        .map((row, context) -> Map.entry(row.getString("version"), row.getLong("committed")))
                        .collectToMap(Map.Entry::getKey, Map.Entry::getValue),
                placements.stream()
                        .collect(Collectors.toMap(
                                placement -> placement.lease().rev(), Function.identity(), (one, same) -> one))));
    }

    /** Leases that nobody was told of. */
    List<Write> unknown() {
        return writes.stream()
                .filter(write -> !write.gone() && !placements.containsKey(write.rev()))
                .toList();
    }

    /** Leases committed after a change of a host that they relied on was. */
    List<Write> late() {
        return writes.stream().filter(this::isLate).toList();
    }

    private boolean isLate(Write write) {
        return !write.gone()
                && request(write)
                        .map(request -> request.checks().stream().anyMatch(check -> write.committed() > endOf(check)))
                        .orElse(false);
    }

    /** When a control version was replaced by the next. */
    private long endOf(Check check) {
        return changes.getOrDefault(check.id() + " " + (check.controlVersion() + 1), Long.MAX_VALUE);
    }

    private Optional<LeaseRequest> request(Write write) {
        return Optional.ofNullable(placements.get(write.rev())).map(Placement::request);
    }

    /** Leases on a new host although the person held one in the same farm that was not refused for draining. */
    List<Write> splits() {
        List<Write> splits = new ArrayList<>();
        Map<String, Map<LeaseKey, String>> held = new HashMap<>();
        Map<Long, String> written = new HashMap<>();
        for (Write write : writes) {
            Map<LeaseKey, String> hosts = held.computeIfAbsent(write.key().person(), person -> new HashMap<>());
            if (write.gone()) {
                hosts.remove(write.key());
            } else {
                if (request(write)
                        .map(request -> isSplit(request, before(request, hosts.values(), written)))
                        .orElse(false)) {
                    splits.add(write);
                }
                hosts.put(write.key(), write.agentId());
                written.put(write.rev(), write.agentId());
            }
        }
        return splits;
    }

    /** The hosts held before a request was granted: what it claimed may be written down as gone already. */
    private static Set<String> before(LeaseRequest request, Collection<String> held, Map<Long, String> written) {
        Set<String> before = new HashSet<>(held);
        if (request.claims()) {
            request.knownRevs().stream()
                    .map(written::get)
                    .filter(Objects::nonNull)
                    .forEach(before::add);
        }
        return before;
    }

    private static boolean isSplit(LeaseRequest request, Collection<String> held) {
        return !held.contains(request.agentId())
                && held.stream()
                        .anyMatch(host -> LeaseRace.isMember(host, request.farm())
                                && request.checks().stream()
                                        .noneMatch(check ->
                                                check.id().equals(host) && LeaseRace.drains(check.controlVersion())));
    }

    /** Leases whose rev or generation did not grow as it should. */
    List<Write> disorder() {
        List<Write> disorder = new ArrayList<>();
        Map<String, Long> revs = new HashMap<>();
        Map<LeaseKey, Write> last = new HashMap<>();
        for (Write write : writes) {
            Write before = last.get(write.key());
            if (write.gone()) {
                last.remove(write.key());
            } else {
                long expected = before == null
                        ? 1
                        : before.generation() + (before.agentId().equals(write.agentId()) ? 0 : 1);
                Long rev = revs.put(write.key().person(), write.rev());
                if (write.generation() != expected || (rev != null && rev >= write.rev())) {
                    disorder.add(write);
                }
                last.put(write.key(), write);
            }
        }
        return disorder;
    }
}
