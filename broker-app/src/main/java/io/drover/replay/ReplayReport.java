package io.drover.replay;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What came of deciding again, counted by cause. Not safe for use by several threads. */
public final class ReplayReport {

    private static final int SAMPLES = 5;

    private final Map<String, Group> groups = new HashMap<>();
    private int decided;
    private int changed;
    private int skipped;

    /**
     * One changed decision.
     *
     * @param decisionId its key
     * @param at when it was asked
     * @param username who asked
     * @param before the outcome that was
     * @param beforeAgentId the host that was, null when it was a refusal
     * @param after the candidate's outcome
     * @param afterAgentId the candidate's host, null when it is a refusal
     */
    @JsonNaming(SnakeCaseStrategy.class)
    public record Sample(
            String decisionId,
            String at,
            String username,
            String before,
            @Nullable String beforeAgentId,
            String after,
            @Nullable String afterAgentId) {

        static Sample of(String decisionId, Instant at, String username, Change change) {
            return new Sample(
                    decisionId,
                    at.toString(),
                    username,
                    change.before().words(),
                    change.before().agentId(),
                    change.after().words(),
                    change.after().agentId());
        }
    }

    /** Changes of one kind with one cause. */
    public static final class Group {
        private final Change.Kind kind;
        private final String cause;
        private final List<Sample> samples = new ArrayList<>(SAMPLES);
        private int count;

        private Group(Change.Kind kind, String cause) {
            this.kind = kind;
            this.cause = cause;
        }

        /** What is different. */
        public Change.Kind kind() {
            return kind;
        }

        /** Why. */
        public String cause() {
            return cause;
        }

        /** How many decisions. */
        public int count() {
            return count;
        }

        /** The first few of them. */
        public List<Sample> samples() {
            return List.copyOf(samples);
        }
    }

    void add(String decisionId, Instant at, String username, @Nullable Change change) {
        decided++;
        if (change != null) {
            changed++;
            Group group = groups.computeIfAbsent(
                    change.kind() + " " + change.cause(), key -> new Group(change.kind(), change.cause()));
            group.count++;
            if (group.samples.size() < SAMPLES) {
                group.samples.add(Sample.of(decisionId, at, username, change));
            }
        }
    }

    /** Counts decisions that cannot be made again: nothing was decided, or what they were made on was not recorded. */
    public void skip(int many) {
        skipped += many;
    }

    /** How many decisions were made again. */
    public int decided() {
        return decided;
    }

    /** How many of them came out otherwise. */
    public int changed() {
        return changed;
    }

    /** How many could not be made again. */
    public int skipped() {
        return skipped;
    }

    /** The share of changed decisions, 0 to 1; 0 when there were none. */
    public double share() {
        return decided == 0 ? 0 : (double) changed / decided;
    }

    /** Whether more than some percent of the decisions changed; exactly so many are not more. */
    public boolean exceeds(BigDecimal percent) {
        return BigDecimal.valueOf(changed).movePointRight(2).compareTo(percent.multiply(BigDecimal.valueOf(decided)))
                > 0;
    }

    /** The changes by cause, the most frequent first. */
    public List<Group> groups() {
        return groups.values().stream()
                .sorted(Comparator.comparingInt(Group::count)
                        .reversed()
                        .thenComparing(Group::kind)
                        .thenComparing(Group::cause))
                .toList();
    }
}
