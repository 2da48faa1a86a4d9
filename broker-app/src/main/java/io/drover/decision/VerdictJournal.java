package io.drover.decision;

import io.drover.policy.FleetMark;
import io.drover.policy.RuleRef;
import io.drover.policy.Verdict;
import io.drover.policy.VerdictListener;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the verdicts that decisions saw until they are written. One for each engine, which calls it under the lock that
 * guards the engine. Nothing here waits or grows without bound: of what no decision saw, only each host's last verdict
 * is kept; when too much waits to be written it is given up, and a new epoch begins.
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
        Judged judged = new Judged(verdict.agent().id(), fleetVersion, verdict);
        roster.put(judged);
        note(judged);
    }

    @Override
    public void forgotten(long fleetVersion, String agentId) {
        roster.remove(agentId);
        note(new Judged(agentId, fleetVersion, null));
    }

    private void note(Judged judged) {
        if (epoch != null) {
            unseen.put(judged.agentId(), judged);
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
