package io.drover.policy.engine;

import io.drover.policy.Exclusion;
import io.drover.policy.RuleRef;
import io.drover.policy.ScoreTerm;
import io.drover.policy.fact.Statement;
import io.drover.policy.fact.Voice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** What is said while one request is in the session. It belongs to that request and is forgotten with it. */
final class Turn implements Voice {

    private final Supplier<RuleRef> ruleFiring;

    final List<Said> resources = new ArrayList<>(1);
    final List<Said> farms = new ArrayList<>(2);
    final List<Said> refusals = new ArrayList<>(0);
    final List<Said> proposals = new ArrayList<>(1);
    final List<Said> oneDomain = new ArrayList<>(0);
    final List<Said> picks = new ArrayList<>(0);
    final Set<String> notes = new TreeSet<>();
    final Map<String, List<Exclusion>> exclusions = new HashMap<>(4);
    final Map<String, List<ScoreTerm>> terms = new HashMap<>(4);
    final Map<String, Set<String>> waived = new HashMap<>(4);

    Turn(Supplier<RuleRef> ruleFiring) {
        this.ruleFiring = ruleFiring;
    }

    @Override
    public void say(Statement statement) {
        Said said = new Said(statement, ruleFiring.get());
        if (statement instanceof Statement.AboutAgent about) {
            sayOfAgent(about, said);
        } else if (statement instanceof Statement.ResourceProposed) {
            resources.add(said);
        } else if (statement instanceof Statement.FarmProposed) {
            farms.add(said);
        } else if (statement instanceof Statement.Refused) {
            refusals.add(said);
        } else if (statement instanceof Statement.OneDomain) {
            oneDomain.add(said);
        } else if (statement instanceof Statement.Picked) {
            picks.add(said);
        } else if (statement instanceof Statement.Noted noted) {
            notes.add(noted.note());
        }
    }

    private void sayOfAgent(Statement.AboutAgent about, Said said) {
        String id = about.agent().getId();
        if (about instanceof Statement.Excluded) {
            exclusions.computeIfAbsent(id, k -> new ArrayList<>(1)).add(Standing.exclusion(said));
        } else if (about instanceof Statement.Scored) {
            terms.computeIfAbsent(id, k -> new ArrayList<>(1)).add(Standing.term(said));
        } else if (about instanceof Statement.Waived waiver) {
            waived.computeIfAbsent(id, k -> new HashSet<>(2)).add(Exclusion.codeOf(waiver.code()));
        } else if (about instanceof Statement.Proposed) {
            proposals.add(said);
        } else if (about instanceof Statement.Joined) {
            throw new IllegalStateException(
                    "rule " + said.rule().id() + " joins a farm for one request; membership holds for everybody");
        }
    }

    /** The call is understood: what was said against it does not count against the request. */
    void resolved() {
        refusals.clear();
    }

    /** Puts what was said into an order that does not depend on which rule fired first. */
    void putInOrder() {
        exclusions.values().forEach(of -> of.sort(Standing.BY_CODE));
        terms.values().forEach(of -> of.sort(Standing.BY_RULE));
        resources.sort(Said.BY_RULE);
        farms.sort(Said.BY_RULE);
        refusals.sort(Said.BY_RULE);
        oneDomain.sort(Said.BY_RULE);
        picks.sort(Said.BY_RULE);
    }

    /** Whether something was said of this host for this request that its place in the ranking does not know. */
    boolean touches(String agentId) {
        return exclusions.containsKey(agentId) || terms.containsKey(agentId) || waived.containsKey(agentId);
    }
}
