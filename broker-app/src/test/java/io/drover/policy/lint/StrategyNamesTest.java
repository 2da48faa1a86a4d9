package io.drover.policy.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.Strategies;
import java.util.List;
import org.drools.drl.parser.DrlParser;
import org.drools.drl.parser.DroolsParserException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kie.internal.builder.conf.LanguageLevelOption;

class StrategyNamesTest {

    @Test
    void theUsualStrategyIsKnownWhateverTheRulesSay() throws DroolsParserException {
        assertThat(known("Agent( load > 3 )")).isEqualTo(new Strategies(List.of("score"), false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Strategy( name == \"mine\" )",
                "Strategy( \"mine\" == name )",
                "$s : Strategy( $name : name == \"mine\" )",
                "Strategy( name in ( \"mine\", \"score\" ) )",
                "Strategy( name == \"mine\" || name == \"score\" )",
                "Agent() ( Strategy( name == \"mine\" ) or Strategy( name == \"score\" ) )",
                "not Strategy( name == \"mine\" )",
                "Request( farm.strategy == \"mine\" )",
                "Request( farm.strategy != \"yours\", farm.strategy == \"mine\" )",
                "Farm( jitter == true && strategy == \"mine\" )",
            })
    void whatAConditionComparesWithIsKnown(String condition) throws DroolsParserException {
        assertThat(known(condition)).isEqualTo(new Strategies(List.of("mine"), false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$s : Strategy()",
                "Strategy( $name : name )",
                "Strategy( name != \"mine\" )",
                "Strategy( name not in ( \"mine\" ) )",
                "Strategy( name matches \"my-.*\" )",
                "Farm( strategy matches \"my-.*\" )",
                "$r : Request() Strategy( name == $r.farm.strategy )",
            })
    void aRuleThatNamesNoneMayMeanAny(String condition) throws DroolsParserException {
        assertThat(known(condition).knows("whatever")).isTrue();
    }

    private static Strategies known(String condition) throws DroolsParserException {
        String text = "package drover\nrule \"r\" when %s then end".formatted(condition);
        return StrategyNames.of(
                new DrlParser(LanguageLevelOption.DRL6).parse(false, text).getRules());
    }
}
