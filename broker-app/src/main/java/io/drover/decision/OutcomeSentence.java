package io.drover.decision;

import io.drover.decision.DecisionStory.Host;
import io.drover.decision.DecisionStory.Outcome;
import java.util.Optional;

/** What came of a decision, in one sentence. */
final class OutcomeSentence {

    private OutcomeSentence() {}

    static String of(DecisionStory story) {
        Outcome outcome = story.outcome();
        return switch (outcome.result()) {
            case "placed" -> placed(story, outcome) + lease(outcome);
            case "failed" -> failed(outcome);
            default -> refused(outcome);
        };
    }

    private static String placed(DecisionStory story, Outcome outcome) {
        String host = host(outcome);
        return switch (outcome.reason()) {
            case "existing-session" -> "Sent back to " + host + ", where the user has a session";
            case "existing-lease" -> "Sent to " + host + " again, where the user's lease holds";
            default -> "Sent to " + host + ", " + whyBest(story, outcome);
        };
    }

    private static String whyBest(DecisionStory story, Outcome outcome) {
        long open = story.agents().stream().filter(one -> one.rank() != null).count();
        Optional<Host> chosen = story.agents().stream().filter(Host::chosen).findFirst();
        String score = Points.text(outcome.score()) + " points";
        if (chosen.isEmpty()) {
            return "a new session, " + score;
        }
        Integer rank = chosen.get().rank();
        if (rank != null && rank > 1) {
            return "number " + rank + " of " + hosts(open) + ", " + score;
        }
        return (open == 1 ? "the only host that takes the session, " : "the best of " + hosts(open) + ", ") + score;
    }

    private static String hosts(long open) {
        return open + " hosts that take the session";
    }

    private static String lease(Outcome outcome) {
        return outcome.leaseExpires() == null ? "." : "; the lease holds until " + outcome.leaseExpires() + ".";
    }

    private static String failed(Outcome outcome) {
        String host = outcome.agentId().isEmpty() ? "" : " (it would have been " + host(outcome) + ")";
        return "Failed with " + outcome.code() + host + ": " + sentence(outcome.detail());
    }

    private static String refused(Outcome outcome) {
        String counts = outcome.excluded().isEmpty() ? "" : " (" + StoryText.counts(outcome.excluded()) + ")";
        return "Refused with " + outcome.code() + ": " + sentence(outcome.detail() + counts);
    }

    private static String host(Outcome outcome) {
        return outcome.hostname().isEmpty() ? outcome.agentId() : outcome.hostname();
    }

    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }
}
