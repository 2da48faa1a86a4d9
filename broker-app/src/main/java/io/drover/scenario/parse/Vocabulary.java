package io.drover.scenario.parse;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.fleet.AgentMode;
import io.drover.fleet.ProbeState;
import io.drover.policy.Exclusion;
import io.drover.policy.fact.Reason;
import io.drover.scenario.Report;
import io.drover.scenario.When;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The closed lists of words that suites use. */
final class Vocabulary {

    static final Kind<String> KIND = Kind.word("kind", Set.of("desktop", "remoteapp"));

    /** Refusals that the policy can bring about; those of credentials, limits and storage need a server. */
    private static final Set<String> REFUSALS = Set.of(
            "invalid_request",
            "resource_not_found",
            "ambiguous_resource",
            "farm_unavailable",
            "no_eligible_host",
            "policy_failed");

    /** What marks the words of an author's own rules. */
    private static final String CUSTOM = "custom:";

    static final Kind<When.Endpoint> ENDPOINT =
            Kind.word("endpoint", byName(When.Endpoint.values()), When.Endpoint.RESOLVE);

    static final Kind<Report.Event> REPORT = Kind.word("event", byName(Report.Event.values()), Report.Event.OPENED);

    static final Kind<AgentMode> MODE =
            Kind.word("mode", byText(AgentMode.values(), AgentMode::text), AgentMode.ONLINE);

    static final Kind<ProbeState> PROBE_STATE =
            Kind.word("probe_state", byText(ProbeState.values(), ProbeState::text), ProbeState.UNKNOWN);

    static final Kind<Reason> REASON = Kind.word("reason", byText(Reason.values(), Reason::text), Reason.LOAD_BALANCE);

    /** A code of the shipped policy, or {@code custom:} and the code of an author's own rule. */
    static final Kind<String> REFUSAL = new Kind<>(
            value -> isCustom(value) ? value.text().substring(CUSTOM.length()) : value.word("refusal", REFUSALS),
            all -> codes(REFUSALS));

    /** A code of the shipped policy, or {@code custom:} and an author's own word. */
    static final Kind<String> EXCLUSION = new Kind<>(
            value -> isCustom(value) ? value.text() : value.word("reason", Exclusion.ORDER),
            all -> codes(Exclusion.ORDER));

    private Vocabulary() {}

    private static ObjectNode codes(Collection<String> known) {
        return Definitions.anyOf(List.of(Definitions.words(known), Definitions.pattern(CUSTOM + ".+")));
    }

    private static boolean isCustom(YamlValue value) {
        return value.isText() && value.text().startsWith(CUSTOM) && value.text().length() > CUSTOM.length();
    }

    private static <E extends Enum<E>> Map<String, E> byName(E[] values) {
        return byText(values, value -> value.name().toLowerCase(Locale.ROOT));
    }

    private static <E> Map<String, E> byText(E[] values, Function<E, String> text) {
        return Arrays.stream(values).collect(Collectors.toUnmodifiableMap(text, Function.identity()));
    }
}
