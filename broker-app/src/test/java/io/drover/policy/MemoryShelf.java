package io.drover.policy;

import io.drover.control.Actor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Keeps revisions in memory, as several instances would share them. */
final class MemoryShelf implements PolicyShelf {

    private final List<RuleSource> served = new ArrayList<>();
    private final Set<String> withdrawn = new HashSet<>();
    private final Map<String, Hold> holds = new HashMap<>();
    private boolean away;

    synchronized void goAway() {
        away = true;
    }

    synchronized void forget() {
        served.clear();
    }

    @Override
    public synchronized void keep(RuleSource source, Actor by) {
        if (!away) {
            served.remove(source);
            served.add(0, source);
            withdrawn.remove(source.revision());
        }
    }

    @Override
    public Optional<RuleSource> latest() {
        return before("");
    }

    @Override
    public synchronized Optional<RuleSource> before(String revision) {
        return served.stream()
                .filter(source -> !source.revision().equals(revision) && !withdrawn.contains(source.revision()))
                .findFirst();
    }

    @Override
    public synchronized Optional<RuleSource> find(String revision) {
        return served.stream()
                .filter(source -> source.revision().equals(revision))
                .findFirst();
    }

    @Override
    public synchronized Optional<Hold> holdOn(String folderRevision) {
        return Optional.ofNullable(holds.get(folderRevision));
    }

    @Override
    public synchronized void hold(String folderRevision, String active, RuleSource instead, Actor by) {
        if (away) {
            throw new IllegalStateException("away");
        }
        withdrawn.add(active);
        withdrawn.add(folderRevision);
        holds.put(folderRevision, new Hold(instead, by));
    }

    @Override
    public synchronized void release(String folderRevision) {
        holds.remove(folderRevision);
    }
}
