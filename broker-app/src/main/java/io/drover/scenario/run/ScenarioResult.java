package io.drover.scenario.run;

import io.drover.scenario.Position;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What came of one scenario.
 *
 * @param suite the suite's name
 * @param name the scenario's name
 * @param position where it stands
 * @param tags words to find it by
 * @param status how it ended
 * @param failures what was not as expected, in the order of the steps
 * @param firedRules ids of the rules that fired in any of its decisions
 * @param answers what was answered, a line for each decision, the same when the same was answered
 * @param skipReason why it did not run, empty when it did
 * @param events what was asked and answered, in order; a burst is one
 * @param took how long it ran
 */
public record ScenarioResult(
        String suite,
        String name,
        Position position,
        List<String> tags,
        Status status,
        List<Failure> failures,
        Set<String> firedRules,
        List<String> answers,
        String skipReason,
        List<Event> events,
        Duration took) {

    public ScenarioResult {
        tags = List.copyOf(tags);
        failures = List.copyOf(failures);
        firedRules = Set.copyOf(firedRules);
        answers = List.copyOf(answers);
        events = List.copyOf(events);
    }

    /** How a scenario ended. */
    public enum Status {
        PASSED,
        FAILED,
        SKIPPED
    }

    /**
     * Something that was asked and answered.
     *
     * @param answer the answer in a few words
     * @param text the question and the answer, a sentence or two
     */
    public record Event(String answer, String text) {}

    /**
     * One thing that was not as expected.
     *
     * @param position where the expectation stands
     * @param message expected and actual, one sentence
     * @param comparison the expected host beside the chosen one, several lines, empty when no host was expected
     * @param story how the decision came about, several lines, empty when none was made
     */
    public record Failure(Position position, String message, String comparison, String story) {

        /** A failure that no decision explains. */
        static Failure plain(Position position, String message) {
            return new Failure(position, message, "", "");
        }

        /** All that explains it, several lines, empty when nothing does. */
        public String why() {
            return Stream.of(comparison, story).filter(text -> !text.isEmpty()).collect(Collectors.joining("\n"));
        }
    }
}
