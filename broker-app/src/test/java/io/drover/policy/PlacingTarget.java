package io.drover.policy;

import io.drover.identity.UserName;
import io.drover.policy.Decision.Placed;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.LivingEngine;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.CallView;
import io.drover.policy.fact.Settings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides by the rules it is given on a fleet of three equal hosts. */
final class PlacingTarget implements PolicyTarget, AutoCloseable {

    private @Nullable LivingEngine engine;

    @Override
    public synchronized void install(CompiledRules rules) {
        LivingEngine next = new LivingEngine(rules, String::equals, VerdictListener.NONE);
        try {
            next.put(new Settings("", true, true, true, 60));
            List.of("a", "b", "c").forEach(id -> next.put(host(id)));
            next.settle();
        } catch (PolicyFailedException e) {
            next.close();
            throw e;
        }
        close();
        engine = next;
    }

    /** The host that a user is placed on. */
    synchronized String place() {
        Question question = new Question(
                new UserName("alice", ""),
                new CallView("", "", "", "", "", Set.of(), "", ""),
                List.of(),
                List.of(),
                Map.of(),
                Set.of(),
                Set.of(),
                0,
                1);
        return ((Placed) Objects.requireNonNull(engine).decide(question).outcome()).agentId();
    }

    @Override
    public synchronized void close() {
        if (engine != null) {
            engine.close();
        }
    }

    private static AgentView host(String id) {
        return new AgentView(
                id, id, "", "online", false, true, 90, 10.0, 20.0, 0, 0, 0, 0, null, null, 100, true, "unknown", 0,
                false, Map.of(), List.of(), List.of());
    }
}
