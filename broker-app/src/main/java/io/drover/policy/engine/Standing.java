package io.drover.policy.engine;

import io.drover.policy.Exclusion;
import io.drover.policy.ScoreTerm;
import io.drover.policy.Verdict;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.Statement;
import io.drover.policy.fact.Statement.Scope;
import io.drover.policy.fact.Voice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What is said of one host whoever asks, as a heap of statements that becomes a verdict. */
final class Standing implements Voice {

    static final Comparator<Exclusion> BY_CODE = Comparator.comparingInt(Exclusion::place)
            .thenComparing(Exclusion::code)
            .thenComparing(e -> e.rule().id())
            .thenComparing(Exclusion::detail)
            .thenComparing(e -> scopeText(e.scope()));

    static final Comparator<ScoreTerm> BY_RULE = Comparator.comparing(
                    (ScoreTerm t) -> t.rule().id())
            .thenComparing(ScoreTerm::label)
            .thenComparing(t -> scopeText(t.scope()))
            .thenComparing(ScoreTerm::points);

    private final Hearing hearing;
    private final Consumer<Standing> dirtied;
    private final List<Said> said = new ArrayList<>(8);
    private AgentView view;
    private boolean dirty;
    private boolean gone;
    private @Nullable Verdict verdict;

    /** @param dirtied hears once of every change that awaits a verdict */
    Standing(Hearing hearing, Consumer<Standing> dirtied, AgentView view) {
        this.hearing = hearing;
        this.dirtied = dirtied;
        this.view = view;
    }

    @Override
    public void say(Statement statement) {
        hearing.hear(this, statement);
    }

    void add(Said statement) {
        said.add(statement);
        touch();
    }

    void remove(Said statement) {
        for (int i = said.size() - 1; i >= 0; i--) {
            if (said.get(i) == statement) {
                said.remove(i);
                touch();
                return;
            }
        }
    }

    void see(AgentView newer) {
        view = newer;
        touch();
    }

    void leave() {
        gone = true;
        touch();
    }

    private void touch() {
        if (!dirty) {
            dirty = true;
            dirtied.accept(this);
        }
    }

    String agentId() {
        return view.id();
    }

    boolean isGone() {
        return gone;
    }

    @Nullable
    Verdict verdict() {
        return verdict;
    }

    /** Makes the verdict of what is said now. */
    Verdict judge() {
        dirty = false;
        Set<String> farms = new HashSet<>();
        List<Exclusion> exclusions = new ArrayList<>();
        List<ScoreTerm> terms = new ArrayList<>();
        for (Said one : said) {
            Statement statement = one.statement();
            if (statement instanceof Statement.Joined joined) {
                farms.add(joined.farmId());
            } else if (statement instanceof Statement.Excluded) {
                exclusions.add(exclusion(one));
            } else if (statement instanceof Statement.Scored) {
                terms.add(term(one));
            }
        }
        exclusions.sort(BY_CODE);
        terms.sort(BY_RULE);
        Verdict judged = new Verdict(view, farms, exclusions, terms);
        verdict = judged;
        return judged;
    }

    static Exclusion exclusion(Said said) {
        Statement.Excluded excluded = (Statement.Excluded) said.statement();
        return new Exclusion(
                Exclusion.codeOf(excluded.code()), excluded.bars(), excluded.detail(), excluded.scope(), said.rule());
    }

    static ScoreTerm term(Said said) {
        Statement.Scored scored = (Statement.Scored) said.statement();
        return new ScoreTerm(scored.label(), scored.points(), scored.scope(), said.rule());
    }

    private static String scopeText(Scope scope) {
        return scope.toString();
    }
}
