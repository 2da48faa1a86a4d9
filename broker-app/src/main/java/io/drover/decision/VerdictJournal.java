package io.drover.decision;

import io.drover.policy.FleetMark;
import io.drover.policy.RuleRef;
import io.drover.policy.Verdict;
import io.drover.policy.VerdictListener;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.ResourceView;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the verdicts, farms and resources that decisions saw until they are written. One for each engine, which calls
 * it under the lock that guards the engine. Nothing here waits or grows without bound: of what no decision saw, only
 * each host's last verdict is kept; when too much waits to be written it is given up, and a new epoch begins.
 */
public final class VerdictJournal implements VerdictListener {

    private final String revision;
    private final RuleNames rules;
    private final InstantSource clock;
    private final Duration length;
    private final int most;
    private final Roster roster = new Roster();
    private Map<String, Judged> unseen = new HashMap<>();
    private @Nullable Epoch epoch;
    private Instant end = Instant.MIN;

    /**
     * @param revision the engine's rules
     * @param rules each of them
     * @param clock says when an epoch is over
     * @param length how long an epoch lasts
     * @param most how many verdicts may wait to be written
     */
    VerdictJournal(String revision, Collection<RuleRef> rules, InstantSource clock, Duration length, int most) {
        this.revision = revision;
        this.rules = new RuleNames(rules);
        this.clock = clock;
        this.length = length;
        this.most = most;
    }

    @Override
    public void restarted() {
        roster.clear();
        unseen.clear();
        epoch = null;
    }

    @Override
    public void judged(long fleetVersion, Verdict verdict) {
        keep(Judged.of(fleetVersion, verdict));
    }

    @Override
    public void told(long fleetVersion, FarmView farm) {
        keep(Judged.of(fleetVersion, farm));
    }

    @Override
    public void told(long fleetVersion, ResourceView resource) {
        keep(Judged.of(fleetVersion, resource));
    }

    @Override
    public void forgotten(long fleetVersion, String agentId) {
        forget(Judged.gone(fleetVersion, agentId));
    }

    @Override
    public void farmForgotten(long fleetVersion, String farmId) {
        forget(Judged.gone(fleetVersion, Judged.FARM + farmId));
    }

    @Override
    public void resourceForgotten(long fleetVersion, String resourceId) {
        forget(Judged.gone(fleetVersion, Judged.RESOURCE + resourceId));
    }

    private void keep(Judged judged) {
        roster.put(judged);
        note(judged);
    }

    private void forget(Judged gone) {
        roster.remove(gone.key());
        note(gone);
    }

    private void note(Judged judged) {
        if (epoch != null) {
            unseen.put(judged.key(), judged);
            if (unseen.size() > most) {
                unseen.clear();
                epoch = null;
            }
        }
    }

    @Override
    public FleetMark decided(long fleetVersion) {
        Instant now = clock.instant();
        Epoch current = epoch;
        if (current == null || !now.isBefore(end) || current.isTorn()) {
            return new Sighting(begin(now, fleetVersion), fleetVersion);
        }
        if (!unseen.isEmpty()) {
            if (current.weight() + unseen.size() > most) {
                current.tear();
                return new Sighting(begin(now, fleetVersion), fleetVersion);
            }
            current.add(new Stretch(fleetVersion, unseen.size(), unseen.values()));
            unseen = new HashMap<>();
        }
        return new Sighting(current, fleetVersion);
    }

    private Epoch begin(Instant now, long fleetVersion) {
        Epoch begun = new Epoch(now, revision, rules);
        begun.add(new Stretch(fleetVersion, 0, roster.copy()));
        unseen.clear();
        epoch = begun;
        end = now.plus(length);
        return begun;
    }
}
