package io.drover.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.drover.decision.DecisionDao.DecisionRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes batches of decisions, and before each the verdicts that they need. For one thread. */
final class DecisionWriter {

    private static final Logger LOG = LoggerFactory.getLogger(DecisionWriter.class);

    private final DecisionArchive archive;
    private final String instance;
    private final DecisionCounters counters;
    private final VerdictWriter verdicts;
    private final DecisionRows rows;

    DecisionWriter(DecisionArchive archive, String instance, DecisionCounters counters) {
        this.archive = archive;
        this.instance = instance;
        this.counters = counters;
        DecisionJson json = new DecisionJson();
        verdicts = new VerdictWriter(archive, instance, counters, json);
        rows = new DecisionRows(json);
    }

    /** Writes all of them. May be repeated with the same batch when it throws. */
    void write(List<DecisionRecord> batch) {
        neededVersions(batch).forEach(verdicts::write);
        List<DecisionRow> encoded = new ArrayList<>(batch.size());
        int withoutHosts = 0;
        for (DecisionRecord record : batch) {
            Sighting sighting = sighting(record);
            boolean told = sighting != null && sighting.epoch().tells(sighting.version());
            withoutHosts += sighting != null && !told && looksAtHosts(record) ? 1 : 0;
            encode(record, told ? sighting : null, encoded);
        }
        int refused = send(encoded);
        counters.written.add(encoded.size() - (long) refused);
        counters.refused.add(batch.size() - encoded.size() + (long) refused);
        counters.withoutHosts.add(withoutHosts);
    }

    private static Map<Epoch, Long> neededVersions(List<DecisionRecord> batch) {
        Map<Epoch, Long> needed = new LinkedHashMap<>();
        for (DecisionRecord record : batch) {
            Sighting sighting = sighting(record);
            if (sighting != null) {
                needed.merge(sighting.epoch(), sighting.version(), Math::max);
            }
        }
        return needed;
    }

    private static @Nullable Sighting sighting(DecisionRecord record) {
        return record.decision() != null && record.decision().mark() instanceof Sighting sighting ? sighting : null;
    }

    private static boolean looksAtHosts(DecisionRecord record) {
        return record.decision() != null && record.decision().farm() != null;
    }

    private void encode(DecisionRecord record, @Nullable Sighting seen, List<DecisionRow> encoded) {
        StoredDecision stored = seen == null
                ? new StoredDecision(record, instance, null, 0)
                : new StoredDecision(record, instance, seen.epoch().key(), seen.version());
        try {
            encoded.add(rows.write(
                    stored, seen == null ? RuleNames.NONE : seen.epoch().rules()));
        } catch (JsonProcessingException e) {
            LOG.error("Decision {} cannot be written as JSON", record.id(), e);
        }
    }

    /** Writes the rows, and answers how many of them the database refused. */
    private int send(List<DecisionRow> rows) {
        if (rows.isEmpty()) {
            return 0;
        }
        try {
            archive.addDecisions(rows);
            return 0;
        } catch (RefusedRowsException e) {
            if (rows.size() == 1) {
                LOG.error("The database refuses a decision", e);
                return 1;
            }
            int half = rows.size() / 2;
            return send(rows.subList(0, half)) + send(rows.subList(half, rows.size()));
        }
    }
}
