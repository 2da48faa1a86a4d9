package io.drover.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyRulesTest {

    private static final String GOOD = "3f1c9a7e5b2d8046aa01";
    private static final PlainKeys FIT = new PlainKeys(
            GOOD + "-e-x", List.of(new PlainKeys.Key("g", GOOD + "-b-x")), List.of(operator("o", GOOD + "-o-x")));

    @Test
    void differentLongKeysAreFit() {
        assertThat(KeyRules.problems(FIT)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'',is missing",
        "3f1c9a7e5b2d8046aa01-23,is shorter than 24 characters",
        "changeme-3f1c9a7e5b2d8046aa01,'is a placeholder, not a key'",
        "CHANGE_ME_CHANGE_ME_CHANGE_ME,'is a placeholder, not a key'",
        "PLACEHOLDER-IIIIIIIIIIIIIIII,'is a placeholder, not a key'",
        "<a long key of your own here>,has a space or a character outside ASCII",
        "<a-long-key-of-your-own-here>,'is a placeholder, not a key'",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaa,'is a placeholder, not a key'",
        "3f1c9a7e5b2d8046aa01ü-xxxxxxx,has a space or a character outside ASCII",
        "3f1c9a7e5b2d8046aa01-xxxxx x,has a space or a character outside ASCII",
    })
    void unfitKeysAreNamedAndNotShown(String key, String problem) {
        assertThat(KeyRules.problems(with(key))).containsExactly("keys.broker \"g\" " + problem);
    }

    /** No request would be let in by it. */
    @Test
    void aKeyThatIsLongerThanWhatIsReadIsRefused() {
        assertThat(KeyRules.problems(with(GOOD + "x".repeat(512 - GOOD.length()))))
                .isEmpty();
        assertThat(KeyRules.problems(with(GOOD + "x".repeat(513 - GOOD.length()))))
                .containsExactly("keys.broker \"g\" is longer than 512 characters");
    }

    private static PlainKeys with(String brokerKey) {
        return new PlainKeys(FIT.enrollment(), List.of(new PlainKeys.Key("g", brokerKey)), FIT.operators());
    }

    @Test
    void aKeyOfTwoClassesIsRefused() {
        PlainKeys keys = new PlainKeys(
                FIT.enrollment(),
                FIT.broker(),
                List.of(operator("o", FIT.broker().get(0).secret())));

        assertThat(KeyRules.problems(keys))
                .containsExactly("keys.operators \"o\" is the same key as keys.broker \"g\"");
    }

    @Test
    void everyProblemIsListed() {
        assertThat(KeyRules.problems(new PlainKeys("", List.of(), List.of())))
                .containsExactly("keys.enrollment is missing", "keys.broker is missing", "keys.operators is missing");
    }

    private static PlainKeys.OperatorKey operator(String name, String secret) {
        return new PlainKeys.OperatorKey(name, Role.ADMIN, secret);
    }
}
