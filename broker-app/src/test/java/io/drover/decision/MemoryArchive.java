package io.drover.decision;

import io.drover.decision.DecisionDao.DecisionRow;
import io.drover.decision.DecisionDao.VerdictRow;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** An archive in memory that can be switched off. */
final class MemoryArchive implements DecisionArchive {

    private final Map<Instant, List<VerdictRow>> verdicts = new LinkedHashMap<>();
    private final Map<String, DecisionRow> decisions = new LinkedHashMap<>();
    private boolean away;
    private boolean broken;
    private String poison = "no poison";
    private int statements;
    private int failures;

    @Override
    public synchronized Instant begin(Instant moment, String instance, String revision, String rules) {
        check(rules);
        Instant epoch = moment;
        while (verdicts.putIfAbsent(epoch, new ArrayList<>()) != null) {
            epoch = epoch.plus(1, ChronoUnit.MICROS);
        }
        return epoch;
    }

    @Override
    public synchronized void addVerdicts(Instant epoch, List<VerdictRow> rows) {
        rows.forEach(row -> check(row.toString()));
        rows.forEach(row -> Objects.requireNonNull(verdicts.get(epoch)).add(row));
    }

    @Override
    public synchronized void addDecisions(List<DecisionRow> rows) {
        statements++;
        rows.forEach(row -> check(row.toString()));
        rows.forEach(row -> decisions.put(row.decisionId(), row));
        notifyAll();
    }

    private void check(String json) {
        if (away) {
            failures++;
            notifyAll();
            throw new IllegalStateException("the database is away");
        }
        if (broken) {
            broken = false;
            throw new NoClassDefFoundError("the test says so");
        }
        if (json.contains(poison)) {
            throw new RefusedRowsException(new IllegalArgumentException(poison));
        }
    }

    synchronized void away(boolean now) {
        away = now;
    }

    /** An error at the next statement. */
    synchronized void failOnce() {
        broken = true;
    }

    synchronized void refuse(String text) {
        poison = text;
    }

    synchronized List<String> decisions() {
        return List.copyOf(decisions.keySet());
    }

    synchronized DecisionRow decision(String id) {
        return Objects.requireNonNull(decisions.get(id));
    }

    synchronized List<List<VerdictRow>> epochs() {
        return verdicts.values().stream().map(List::copyOf).toList();
    }

    synchronized int statements() {
        return statements;
    }

    /** Waits until so many decisions are there. */
    synchronized void await(int many) throws InterruptedException {
        while (decisions.size() < many) {
            wait(10_000);
        }
    }

    /** Waits until so many statements failed because the archive was away. */
    synchronized void awaitFailures(int many) throws InterruptedException {
        while (failures < many) {
            wait(10_000);
        }
    }
}
