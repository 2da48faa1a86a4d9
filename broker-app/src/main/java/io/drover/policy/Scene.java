package io.drover.policy;

import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.ResourceView;
import io.drover.policy.fact.Settings;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a decision was made on, as its record has it: of farms and resources those that were meant.
 *
 * @param question what was asked, and what was known of the user
 * @param settings what rules read of the settings
 * @param farm the farm that was decided in
 * @param resource the resource that was meant, null for none
 * @param agents every host
 */
public record Scene(
        Question question,
        Settings settings,
        FarmView farm,
        @Nullable ResourceView resource,
        Collection<AgentView> agents) {

    public Scene {
        agents = List.copyOf(agents);
    }

    /** The scene of a decision, null when no host was looked at. */
    public static @Nullable Scene of(
            Question question, Settings settings, Decision decision, Collection<Verdict> verdicts) {
        FarmView farm = decision.farm();
        return farm == null
                ? null
                : new Scene(
                        question,
                        settings,
                        farm,
                        decision.resource(),
                        verdicts.stream().map(Verdict::agent).toList());
    }
}
