package io.drover.scenario.parse;

import io.drover.fleet.AgentMode;
import io.drover.policy.Exclusion;
import io.drover.policy.fact.Reason;
import io.drover.scenario.Report;
import io.drover.scenario.When;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The closed lists of words that suites use. */
final class Vocabulary {

    static final List<String> MODES =
            Arrays.stream(AgentMode.values()).map(AgentMode::text).toList();

    static final Set<String> KINDS = Set.of("desktop", "remoteapp");

    static final List<String> REASONS =
            Arrays.stream(Reason.values()).map(Reason::text).toList();

    /** Refusals that the policy can bring about; those of credentials, limits and storage need a server. */
    static final Set<String> REFUSALS = Set.of(
            "invalid_request",
            "resource_not_found",
            "ambiguous_resource",
            "farm_unavailable",
            "no_eligible_host",
            "policy_failed");

    /** What marks the words of an author's own rules. */
    private static final String CUSTOM = "custom:";

    static final List<String> ENDPOINTS = lowerCase(When.Endpoint.values());

    static final List<String> REPORTS = lowerCase(Report.Event.values());

    private Vocabulary() {}

    static AgentMode mode(YamlValue value) {
        String word = value.word("mode", MODES);
        return MODES.contains(word) ? AgentMode.of(word) : AgentMode.ONLINE;
    }

    static Reason reason(YamlValue value) {
        String word = value.word("reason", REASONS);
        return Arrays.stream(Reason.values())
                .filter(reason -> reason.text().equals(word))
                .findFirst()
                .orElse(Reason.LOAD_BALANCE);
    }

    /** A code of the shipped policy, or {@code custom:} and the code of an author's own rule. */
    static String refusal(YamlValue value) {
        return isCustom(value) ? value.text().substring(CUSTOM.length()) : value.word("refusal", REFUSALS);
    }

    /** A code of the shipped policy, or {@code custom:} and an author's own word. */
    static String exclusion(YamlValue value) {
        return isCustom(value) ? value.text() : value.word("reason", Exclusion.ORDER);
    }

    private static boolean isCustom(YamlValue value) {
        return value.isText() && value.text().startsWith(CUSTOM) && value.text().length() > CUSTOM.length();
    }

    private static List<String> lowerCase(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
    }
}
