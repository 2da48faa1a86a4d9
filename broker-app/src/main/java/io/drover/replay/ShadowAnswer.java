package io.drover.replay;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.drover.policy.RuleProblem;
import io.drover.replay.ReplayReport.Sample;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the candidate does beside the rules that decide, in this instance.
 *
 * @param configured whether there is a candidate folder at all
 * @param revision the candidate, empty while there is none that compiles
 * @param since since when it is tried, null while there is none
 * @param decided how many placements it decided too
 * @param changed how many of them otherwise
 * @param dropped how many it could not be asked: too much was to be done
 * @param problems why the folder's rules are not tried
 * @param changes what is different, by cause, the most frequent first
 */
@JsonNaming(SnakeCaseStrategy.class)
public record ShadowAnswer(
        boolean configured,
        String revision,
        @Nullable Instant since,
        int decided,
        int changed,
        long dropped,
        List<RuleProblem> problems,
        List<Counted> changes) {

    /** Changes of one kind with one cause. */
    public record Counted(String kind, String cause, int count, List<Sample> samples) {

        static Counted of(ReplayReport.Group group) {
            return new Counted(group.kind().word(), group.cause(), group.count(), group.samples());
        }
    }
}
