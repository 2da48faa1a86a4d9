package io.drover.scenario;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One test of the policy. A scenario with {@code cases} has become one for each row.
 *
 * @param position where the file says so
 * @param name a sentence, unique in the suite
 * @param tags words to find it by
 * @param skip why it does not run; null when it runs
 * @param settings those of the suite with those of the scenario over them
 * @param given the state at the start: fleet, suite, scenario and row laid over one another
 * @param steps at least one, in the order of time
 */
public record Scenario(
        Position position,
        String name,
        List<String> tags,
        @Nullable Skip skip,
        SettingsOverlay settings,
        Given given,
        List<Step> steps) {

    public Scenario {
        tags = List.copyOf(tags);
        steps = List.copyOf(steps);
    }

    /**
     * Why a scenario does not run for now.
     *
     * @param reason for people
     * @param until the last day on which that is accepted
     */
    public record Skip(String reason, LocalDate until) {}
}
