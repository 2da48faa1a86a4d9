package io.drover.policy.engine;

import io.drover.policy.RuleRef;
import io.drover.policy.fact.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.drools.core.rule.consequence.InternalMatch;
import org.jspecify.annotations.Nullable;
import org.kie.api.runtime.rule.Match;
import org.kie.internal.event.rule.RuleEventListener;

/**
 * Remembers what each match said, and takes it back when the match goes or changes.
 *
 * <p>This is the only class that uses an internal interface of Drools: {@code InternalMatch.setCallback} keeps the
 * statements with the match itself, which costs no look-up.
 */
final class Recorder implements RuleEventListener {

    private final Map<String, RuleRef> rules;
    private final Map<String, Integer> fired = new HashMap<>();
    private final boolean countFired;
    private @Nullable Match last;
    private boolean firing;
    private @Nullable RuleRef rule;
    private @Nullable TakeBack takeBack;

    /**
     * @param rules the rules by name
     * @param countFired whether {@link #fired} is kept; it costs a look-up a match
     */
    Recorder(Map<String, RuleRef> rules, boolean countFired) {
        this.rules = rules;
        this.countFired = countFired;
    }

    @Override
    public void onBeforeMatchFire(Match match) {
        last = match;
        firing = true;
        rule = null;
        takeBack = null;
        if (countFired) {
            fired.merge(ruleFiring().id(), 1, Integer::sum);
        }
    }

    @Override
    public void onAfterMatchFire(Match match) {
        if (takeBack != null) {
            ((InternalMatch) match).setCallback(takeBack);
        }
        firing = false;
    }

    @Override
    public void onDeleteMatch(Match match) {
        takeBack(match);
    }

    @Override
    public void onUpdateMatch(Match match) {
        takeBack(match);
    }

    private static void takeBack(Match match) {
        InternalMatch internal = (InternalMatch) match;
        if (internal.getCallback() instanceof TakeBack saidByIt) {
            internal.setCallback(null);
            saidByIt.run();
        }
    }

    /** The rule that fires now. */
    RuleRef ruleFiring() {
        RuleRef now = firing ? lastRule() : null;
        if (now == null) {
            throw new IllegalStateException("no rule is firing; conditions only ask, they say nothing");
        }
        return now;
    }

    /** The rule that fires now, or fired last; null before the first. */
    @Nullable
    RuleRef lastRule() {
        if (rule == null && last != null) {
            String name = last.getRule().getName();
            RuleRef known = rules.get(name);
            rule = known == null ? new RuleRef(name, name, "", 0) : known;
        }
        return rule;
    }

    /** Whether a right-hand side was begun and not ended. */
    boolean isFiring() {
        return firing;
    }

    /** Keeps a statement about a host until the match that made it is gone. */
    void keep(Standing standing, Statement statement) {
        Said said = new Said(statement, ruleFiring());
        standing.add(said);
        if (takeBack == null) {
            takeBack = new TakeBack();
        }
        takeBack.statements.add(said);
        takeBack.owners.add(standing);
    }

    /** How often each rule fired, by id. */
    Map<String, Integer> fired() {
        return fired;
    }

    private static final class TakeBack implements Runnable {
        private final List<Said> statements = new ArrayList<>(1);
        private final List<Standing> owners = new ArrayList<>(1);

        @Override
        public void run() {
            for (int i = 0; i < statements.size(); i++) {
                owners.get(i).remove(statements.get(i));
            }
        }
    }
}
