package io.drover.decision;

import io.drover.decision.DecisionRecord.Failed;
import io.drover.decision.DecisionRecord.Outcome;
import io.drover.decision.DecisionRecord.Placed;
import io.drover.decision.DecisionRecord.Refused;
import io.drover.decision.DecisionRecord.Timings;
import io.drover.identity.UserName;
import io.drover.policy.Decision;
import io.drover.policy.Question;
import java.time.Instant;
import java.util.List;

/** Records for tests. */
final class Records {

    static final Instant NINE = Instant.parse("2026-03-02T09:00:00.123456Z");

    private Records() {}

    static DecisionRecord of(String id, Instant at, Question question, Decision decision) {
        return new DecisionRecord(
                id,
                at,
                asked(question),
                question.user(),
                question,
                decision,
                outcome(id, at, decision),
                RecordedSettings.of(RandomFleet.SETTINGS),
                1,
                new Timings(6, 1_200, 1_500));
    }

    static AskedRequest asked(Question question) {
        return new AskedRequest(
                " " + question.user().text(),
                question.call().connectionId(),
                question.call().connectionName(),
                question.call().resourceId(),
                question.call().farmId(),
                question.call().groups().stream().sorted().toList(),
                question.call().clientAddress(),
                question.call().nodeId(),
                "",
                question.avoid().stream().sorted().toList(),
                "");
    }

    private static Outcome outcome(String id, Instant at, Decision decision) {
        if (decision.outcome() instanceof Decision.Refused) {
            return new Refused();
        }
        return id.endsWith("7")
                ? new Failed("storage_unavailable", "the lease could not be made durable")
                : new Placed(42L, at.plusSeconds(900), id.endsWith("3"));
    }

    /** A record of a request that nothing was decided on. */
    static DecisionRecord failed(String id, Instant at) {
        return new DecisionRecord(
                id,
                at,
                AskedRequest.of("alice"),
                new UserName("alice", ""),
                null,
                null,
                new Failed("policy_failed", "a rule failed"),
                RecordedSettings.of(RandomFleet.SETTINGS),
                1,
                new Timings(1, 0, 2));
    }

    static List<String> ids(List<DecisionRecord> records) {
        return records.stream().map(DecisionRecord::id).toList();
    }
}
