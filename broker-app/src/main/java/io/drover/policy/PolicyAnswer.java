package io.drover.policy;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * The JSON of the policy's status.
 *
 * @param revision the rules that decide
 * @param origin {@code folder}, or {@code last_good} when the folder's rules were refused at the start
 * @param since since when they decide
 * @param degraded whether other rules decide than those in the folder
 * @param files their files
 * @param rules where each rule stands
 * @param lastAttempt when rules were loaded last, or refused
 * @param problems why the last attempt was refused
 */
record PolicyAnswer(
        String revision,
        String origin,
        Instant since,
        boolean degraded,
        List<String> files,
        List<RuleRef> rules,
        Instant lastAttempt,
        List<RuleProblem> problems) {

    static PolicyAnswer of(PolicyStatus status) {
        return new PolicyAnswer(
                status.revision(),
                status.origin().name().toLowerCase(Locale.ROOT),
                status.since(),
                status.degraded(),
                status.files(),
                status.rules(),
                status.lastAttempt(),
                status.problems());
    }
}
