package io.drover.replay;

import io.drover.decision.DecisionRecord;
import io.drover.decision.RecordedSettings;
import io.drover.decision.Recording;
import io.drover.decision.Recording.Recorded;
import io.drover.identity.Domains;
import io.drover.policy.Decision;
import io.drover.policy.Question;
import io.drover.policy.VerdictListener;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.LivingEngine;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decides again, by candidate rules, what was decided. Not safe for use by several threads. */
public final class Replay {

    private final CompiledRules candidate;
    private final ReplayReport report = new ReplayReport();

    /** @param candidate closed by whoever compiled them */
    public Replay(CompiledRules candidate) {
        this.candidate = candidate;
    }

    /** What came of everything decided again so far. */
    public ReplayReport report() {
        return report;
    }

    /** Whether a decision can be made again. */
    public static boolean isReplayable(Recorded recorded) {
        return recorded.epoch() != null
                && recorded.record().question() != null
                && recorded.record().decision() != null;
    }

    /**
     * Decides again.
     *
     * @param decisions of one epoch that can be made again, in any order
     * @param recording what they were made on
     */
    public void run(Collection<Recorded> decisions, Recording recording) {
        List<Recorded> inOrder = decisions.stream()
                .sorted(Comparator.comparingLong(Recorded::version)
                        .thenComparing(recorded -> recorded.record().at()))
                .toList();
        Seat seat = new Seat();
        try (LivingEngine engine = new LivingEngine(candidate, seat::same, VerdictListener.NONE)) {
            for (Recorded recorded : inOrder) {
                seat.take(engine, recorded.record().settings());
                recording.tell(engine, recorded.version());
                DecisionRecord record = recorded.record();
                report.add(record.id(), record.at(), record.request().username(), decide(engine, record, recording));
            }
        }
    }

    /** The settings that hold for the decision at hand. */
    private static final class Seat {
        private @Nullable RecordedSettings settings;
        private Domains domains = Domains.withoutAliases();

        void take(LivingEngine engine, RecordedSettings now) {
            if (!now.equals(settings)) {
                settings = now;
                domains = new Domains(now.domains());
                engine.put(now.facts());
            }
        }

        boolean same(String one, String other) {
            return domains.same(one, other);
        }
    }

    private static @Nullable Change decide(LivingEngine engine, DecisionRecord record, Recording recording) {
        Question question = Objects.requireNonNull(record.question());
        Decision before = Objects.requireNonNull(record.decision());
        return Comparison.of(before, recording::verdicts, engine, question);
    }
}
