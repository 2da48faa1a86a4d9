package io.drover.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.drover.decision.DecisionDao.VerdictRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what decisions saw of the hosts. For one thread. */
final class VerdictWriter {

    private static final Logger LOG = LoggerFactory.getLogger(VerdictWriter.class);
    private static final int AT_ONCE = 1_000;

    private final DecisionArchive archive;
    private final String instance;
    private final DecisionCounters counters;
    private final DecisionJson json;

    VerdictWriter(DecisionArchive archive, String instance, DecisionCounters counters, DecisionJson json) {
        this.archive = archive;
        this.instance = instance;
        this.counters = counters;
        this.json = json;
    }

    /**
     * Writes all that a decision of this version saw and that is not written yet. May be repeated when it throws. What
     * can never be written tears the epoch.
     */
    void write(Epoch epoch, long version) {
        List<Stretch> needed = epoch.upTo(version);
        if (needed.isEmpty()) {
            return;
        }
        try {
            write(epoch, needed);
            epoch.done(version);
        } catch (JsonProcessingException | RefusedRowsException e) {
            epoch.tearFrom(needed.get(0).version());
            LOG.error("What the rules said of the hosts cannot be recorded", e);
        }
    }

    private void write(Epoch epoch, List<Stretch> stretches) throws JsonProcessingException {
        Instant key = key(epoch);
        List<VerdictRow> rows = new ArrayList<>();
        for (Stretch stretch : stretches) {
            for (Judged judged : stretch.verdicts()) {
                rows.add(row(judged, epoch.rules()));
                if (rows.size() == AT_ONCE) {
                    send(key, rows);
                }
            }
        }
        send(key, rows);
    }

    private void send(Instant key, List<VerdictRow> rows) {
        if (!rows.isEmpty()) {
            archive.addVerdicts(key, rows);
            counters.verdicts.add(rows.size());
            rows.clear();
        }
    }

    private Instant key(Epoch epoch) throws JsonProcessingException {
        Instant key = epoch.key();
        if (key == null) {
            key = archive.begin(epoch.begun(), instance, epoch.revision(), json.write(epoch.rules()));
            epoch.key(key);
            counters.epochs.increment();
        }
        return key;
    }

    private VerdictRow row(Judged judged, RuleNames rules) throws JsonProcessingException {
        Object fact = judged.fact();
        return new VerdictRow(judged.key(), judged.version(), fact == null ? null : json.write(fact, rules));
    }
}
