package io.drover.policy.lint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RuleCatalogueTest {

    private static final String FILE = """
            // What the file is about,
            // in two lines.
            package drover

            import io.drover.policy.fact.*

            // not about the file
            rule "A host of the farm is weighed"
                @id("weighed") @stage(score)
                @doc("For a reason.")
            when
                Settings( $across : reconnect_across_resources )
                $request : Request( farm.strategy == "score", $groups : groups )
                $farm : Farm( id == $request.farm_id, $least : min_health_score > 3 )
                not Agent( hostname.startsWith( "x" ) )
                accumulate( Lease( $expires : expires_at ); $last : max( $expires ) )
                $agent : Agent( tags["gpu"] == "yes", carries( $farm.required_tags ), zone in ( "a", "b" ), $last > load )
            then
                $agent.score( $farm, "x; y",
                              -1 * $least ); // why
                $request.note( "seen" );
            end
            """;

    @Test
    void itTellsWhatARuleReadsAndSays() throws BrokenRulesException {
        RuleCatalogue.File file = RuleCatalogue.of(source(FILE)).files().get(0);

        assertThat(file.name()).isEqualTo("test.drl");
        assertThat(file.about()).isEqualTo("What the file is about,\nin two lines.");
        RuleEntry rule = file.rules().get(0);
        assertThat(rule.id()).isEqualTo("weighed");
        assertThat(rule.stage()).isEqualTo("score");
        assertThat(rule.name()).isEqualTo("A host of the farm is weighed");
        assertThat(rule.doc()).isEqualTo("For a reason.");
        assertThat(rule.reads())
                .isEqualTo(Map.of(
                        "Agent", Set.of("hostname", "load", "tags", "zone"),
                        "Farm", Set.of("id", "min_health_score", "required_tags", "strategy"),
                        "Lease", Set.of("expires_at"),
                        "Request", Set.of("farm_id", "groups"),
                        "Settings", Set.of("reconnect_across_resources")));
        assertThat(rule.settings())
                .containsExactly(
                        "farm.min_health_score", "farm.required_tags", "farm.strategy", "reconnect_across_resources");
        assertThat(rule.says())
                .containsExactly("$agent.score( $farm, \"x; y\", -1 * $least )", "$request.note( \"seen\" )");
    }

    @Test
    void rulesThatBreakTheContractHaveNoCatalogue() {
        assertThatThrownBy(() -> RuleCatalogue.of(source(FILE.replace("@doc(\"For a reason.\")", ""))))
                .isInstanceOf(BrokenRulesException.class)
                .hasMessageContaining("[missing-doc]");
    }

    private static RuleSource source(String text) {
        return new RuleSource(new TreeMap<>(Map.of("test.drl", text)));
    }
}
