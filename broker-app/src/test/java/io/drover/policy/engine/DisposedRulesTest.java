package io.drover.policy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.drools.base.RuleBase;
import org.junit.jupiter.api.Test;

/** Rules that went out of service leave nothing behind, however often they are reloaded. */
class DisposedRulesTest {

    private static final int REVISIONS = 20;
    private static final int COLLECTIONS = 40;

    @Test
    void theClassesOfDisposedRevisionsAreCollected() {
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < REVISIONS; i++) {
            loaders.add(serveAndDispose(i));
        }
        long alive = REVISIONS;
        for (int i = 0; i < COLLECTIONS && alive > 1; i++) {
            System.gc();
            alive = loaders.stream().filter(l -> l.get() != null).count();
        }
        assertThat(alive).as("class loaders of revisions that are gone").isLessThanOrEqualTo(1);
    }

    private static WeakReference<ClassLoader> serveAndDispose(int number) {
        String rules = """
                rule "Points" @id("points") @stage(score) @doc("test")
                when
                    $agent : Agent( $load : load, cpu_percent < %d )
                then
                    $agent.score( "points", 3 - $load );
                end
                """.formatted(number);
        try (CompiledRules compiled = Rules.compiled(Rules.leanAnd(rules));
                LivingEngine engine = Rules.engine(compiled)) {
            for (int i = 0; i < 60; i++) {
                engine.put(Host.named("h" + i % 30).cpu(i / 3.0).view());
                engine.decide(Ask.by("u").question());
            }
            return new WeakReference<>(((RuleBase) compiled.base()).getRootClassLoader());
        }
    }
}
