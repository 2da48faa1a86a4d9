package io.drover.scenario.parse;

import io.drover.fleet.AgentMode;
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

    static final Set<String> REASONS = Set.of("existing-session", "existing-lease", "load-balance");

    /** Refusals that the policy can bring about; those of credentials, limits and storage need a server. */
    static final Set<String> REFUSALS = Set.of(
            "invalid_request",
            "resource_not_found",
            "ambiguous_resource",
            "farm_unavailable",
            "no_eligible_host",
            "policy_failed");

    static final Set<String> EXCLUSIONS = Set.of(
            "excluded-by-request",
            "not-a-member",
            "agent-offline",
            "agent-in-maintenance",
            "agent-draining",
            "agent-quarantined",
            "no-health",
            "below-min-health",
            "rdp-listener-dead",
            "remote-app-not-ready",
            "at-session-limit",
            "too-many-logons",
            "failed-for-user",
            "failing-host");

    /** What the exclusions of an author's own rules start with. */
    static final String CUSTOM_EXCLUSION = "custom:";

    static final List<String> ENDPOINTS = lowerCase(When.Endpoint.values());

    static final List<String> REPORTS = lowerCase(Report.Event.values());

    private Vocabulary() {}

    static AgentMode mode(YamlValue value) {
        String word = value.word("mode", MODES);
        return MODES.contains(word) ? AgentMode.of(word) : AgentMode.ONLINE;
    }

    static String exclusion(YamlValue value) {
        boolean custom = !value.isMap()
                && !value.isList()
                && !value.isNull()
                && value.text().startsWith(CUSTOM_EXCLUSION);
        return custom ? value.text() : value.word("reason", EXCLUSIONS);
    }

    private static List<String> lowerCase(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
    }
}
