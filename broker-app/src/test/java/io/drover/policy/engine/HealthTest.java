package io.drover.policy.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.policy.Decision.Placed;
import io.drover.policy.Health;
import io.drover.policy.Health.Deduction;
import io.drover.policy.PolicyFailedException;
import io.drover.policy.fact.ScrapeView;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the rules judge a host that was scraped. */
class HealthTest {

    private static final String AUTHOR = """
            rule "Many sessions" @id("many") @stage(health) @doc("test")
            when
                $scrape : Scrape( $sessions : sessions > 10 )
            then
                $scrape.deduct( "many", $sessions, $sessions + " sessions" );
            end
            rule "Servers of the lab" @id("lab") @stage(health) @doc("test")
            when
                $scrape : Scrape( hostname.startsWith("lab") )
            then
                $scrape.deduct( "lab", 70, "a server of the lab" );
            end
            """;

    private static ScrapeView scrape(String hostname, int sessions) {
        return new ScrapeView(hostname, "0.31.3", 5.0, 5.0, sessions, 0, sessions, List.of(), 0, 0, 0, 0.1);
    }

    @Test
    void whatRulesTakeAwayAddsUpAndSaysWhy() {
        try (LivingEngine engine = Rules.engine(Rules.leanAnd(AUTHOR))) {
            assertThat(engine.health(scrape("rds-1", 10)).score()).isEqualTo(100);

            Health lab = engine.health(scrape("lab-1", 20));

            assertThat(lab.score()).isEqualTo(10);
            assertThat(lab.deductions()).extracting(Deduction::code).containsExactly("lab", "many");
            assertThat(lab.deductions().get(1).detail()).isEqualTo("20 sessions");
            assertThat(lab.deductions().get(1).rule().id()).isEqualTo("many");
            assertThat(lab.revision()).isEqualTo(engine.revision());
            assertThat(engine.health(scrape("lab-1", 90)).score()).isZero();
            assertThat(engine.health(scrape("rds-1", 10)).score()).isEqualTo(100);
        }
    }

    @Test
    void bothEnginesSayTheSame() {
        try (LivingEngine living = Rules.engine(Rules.leanAnd(AUTHOR));
                FreshEngine fresh = new FreshEngine(Rules.compiled(Rules.leanAnd(AUTHOR)), String::equals)) {
            assertThat(fresh.health(scrape("lab-1", 20))).isEqualTo(living.health(scrape("lab-1", 20)));
        }
    }

    @Test
    void aRuleThatFailsIsNamedAndTouchesNoDecision() {
        try (LivingEngine engine = Rules.engine(Rules.leanAnd("""
                rule "Divides by sessions" @id("divides") @stage(health) @doc("test")
                when
                    $scrape : Scrape( $n : sessions )
                then
                    $scrape.deduct( "x", 100 / $n, "" );
                end
                rule "Takes too much" @id("too-much") @stage(health) @doc("test")
                when
                    $scrape : Scrape( $n : sessions > 50 )
                then
                    $scrape.deduct( "y", 3 * $n, "" );
                end
                """))) {
            engine.put(Host.named("a").view());

            assertThatThrownBy(() -> engine.health(scrape("rds-1", 0)))
                    .isInstanceOf(PolicyFailedException.class)
                    .hasMessageContaining("rule divides (zz-test.drl:3) failed: / by zero");
            assertThatThrownBy(() -> engine.health(scrape("rds-1", 60)))
                    .hasMessageContaining("\"y\" of host rds-1 deducts 180");

            assertThat(engine.health(scrape("rds-1", 4)).score()).isEqualTo(75);
            assertThat(((Placed) engine.decide(Ask.by("u").question()).outcome()).agentId())
                    .isEqualTo("a");
        }
    }
}
