package io.drover.replay;

import io.drover.policy.Decision;
import io.drover.policy.Exclusion;
import io.drover.policy.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What bars one host for one decision. */
final class Reasons {

    private final List<Exclusion> all;
    private final boolean member;

    Reasons(Decision decision, @Nullable Verdict verdict, String agentId) {
        Set<String> waived = decision.waived().getOrDefault(agentId, Set.of());
        Stream<Exclusion> anyway = verdict == null ? Stream.of() : verdict.exclusions().stream();
        all = Stream.concat(anyway, decision.exclusions().getOrDefault(agentId, List.of()).stream())
                .filter(exclusion -> exclusion.holdsFor(decision.farmId(), decision.resourceId()))
                .filter(exclusion -> !waived.contains(exclusion.code()))
                .toList();
        member = verdict != null && verdict.farmIds().contains(decision.farmId());
    }

    /** The first that the other has not, as a rule and its code. */
    Optional<String> beyond(Reasons other) {
        if (!member && other.member) {
            return Optional.of("membership of the farm");
        }
        return all.stream()
                .filter(exclusion ->
                        other.all.stream().noneMatch(one -> one.code().equals(exclusion.code())))
                .findFirst()
                .map(exclusion -> "rule " + exclusion.rule().id() + " (" + exclusion.code() + ")");
    }
}
