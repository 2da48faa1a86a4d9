package io.drover.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whether the broker can place anybody, and what stands in the way.
 *
 * @param status {@code ready} or {@code not_ready}
 * @param checks {@code ok}, the problem or a note, by the name of the check
 * @param error one sentence, when not ready
 * @param code {@code not_ready}, when not ready
 * @param ref the request's id, when not ready
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Readiness(
        String status,
        Map<String, String> checks,
        @Nullable String error,
        @Nullable String code,
        @Nullable String ref) {

    Readiness {
        checks = new TreeMap<>(checks);
    }

    static Readiness of(List<ReadinessCheck> checks) {
        Map<String, String> results = new TreeMap<>();
        List<String> wrong = checks.stream()
                .flatMap(check -> {
                    var problem = check.problem();
                    results.put(check.name(), problem.or(check::note).orElse("ok"));
                    return problem.map(text -> check.name() + ": " + text).stream();
                })
                .toList();
        return wrong.isEmpty() ? new Readiness("ready", results, null, null, null) : not(results, wrong);
    }

    /** What is known while the checks have not answered. */
    static Readiness late(List<ReadinessCheck> checks) {
        return not(
                checks.stream().collect(Collectors.toMap(ReadinessCheck::name, check -> "not known yet")),
                List.of("the checks take too long"));
    }

    private static Readiness not(Map<String, String> results, List<String> wrong) {
        return new Readiness("not_ready", results, "not ready: " + String.join("; ", wrong), "not_ready", null);
    }

    boolean ready() {
        return error == null;
    }

    Readiness with(String requestRef) {
        return ready() ? this : new Readiness(status, checks, error, code, requestRef);
    }
}
