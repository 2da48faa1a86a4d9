package io.drover.policy;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * The JSON of the policy's status.
 *
 * @param revision the rules that decide
 * @param origin {@code folder}; {@code last_good} when the folder's rules were refused at the start; {@code rollback}
 *     when somebody went back to earlier ones
 * @param since since when they decide
 * @param by who made them decide
 * @param degraded whether other rules decide than those in the folder
 * @param files their files
 * @param rules where each rule stands
 * @param scenariosPassed how many scenarios they passed when they were loaded
 * @param folderRevision the rules in the folder, empty when it cannot be read
 * @param lastAttempt when rules were loaded last, or refused
 * @param problems why the last attempt was refused
 * @param failures what the suites expected in vain at the last attempt
 */
@JsonNaming(SnakeCaseStrategy.class)
record PolicyAnswer(
        String revision,
        String origin,
        Instant since,
        String by,
        boolean degraded,
        List<String> files,
        List<RuleRef> rules,
        int scenariosPassed,
        String folderRevision,
        Instant lastAttempt,
        List<RuleProblem> problems,
        List<ScenarioFailure> failures) {

    static PolicyAnswer of(PolicyStatus status) {
        return new PolicyAnswer(
                status.revision(),
                status.origin().name().toLowerCase(Locale.ROOT),
                status.since(),
                status.by().name(),
                status.degraded(),
                status.files(),
                status.rules(),
                status.examination().passed(),
                status.folderRevision(),
                status.lastAttempt(),
                status.problems(),
                status.failures());
    }
}
