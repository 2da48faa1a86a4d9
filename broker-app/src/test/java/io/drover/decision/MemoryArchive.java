package io.drover.decision;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** An archive in memory that can be switched off. */
final class MemoryArchive implements DecisionArchive {

    private final Map<Instant, List<String>> verdicts = new LinkedHashMap<>();
    private final Map<String, String> decisions = new LinkedHashMap<>();
    private boolean away;
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
    public synchronized void addVerdicts(Instant epoch, List<Row> rows) {
        rows.forEach(row -> check(row.json()));
        rows.forEach(row -> Objects.requireNonNull(verdicts.get(epoch)).add(row.json()));
    }

    @Override
    public synchronized void addDecisions(List<Row> rows) {
        statements++;
        rows.forEach(row -> check(row.json()));
        rows.forEach(
                row -> decisions.put(row.json().replaceFirst(".*\"decision_id\":\"([^\"]*)\".*", "$1"), row.json()));
        notifyAll();
    }

    private void check(String json) {
        if (away) {
            failures++;
            notifyAll();
            throw new IllegalStateException("the database is away");
        }
        if (json.contains(poison)) {
            throw new RefusedRowsException(new IllegalArgumentException(poison));
        }
    }

    synchronized void away(boolean now) {
        away = now;
    }

    synchronized void refuse(String text) {
        poison = text;
    }

    synchronized List<String> decisions() {
        return List.copyOf(decisions.keySet());
    }

    synchronized String decision(String id) {
        return decisions.getOrDefault(id, "");
    }

    synchronized List<List<String>> epochs() {
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
