package io.drover.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ViolationsTest {

    private final Violations violations = new Violations();

    @ParameterizedTest
    @ValueSource(strings = {"office", "Büro-2", "a.b_c:d", "0f"})
    void idsMayHoldLettersDigitsAndAFewSigns(String id) {
        violations.id("id", id);

        assertThat(violations.list()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a/b", "a\u0000", "a\nb", "a'b", "a\"b", "\uD800"})
    void otherIdsAreRefused(String id) {
        violations.id("id", id);

        assertThat(violations.list()).extracting(Violation::field).containsExactly("id");
    }

    @Test
    void lengthsAreLimited() {
        violations.id("id", "a".repeat(129));
        violations.name("name", "a".repeat(201));
        violations.text("description", "a".repeat(2_001));

        assertThat(violations.list())
                .extracting(Object::toString)
                .containsExactly(
                        "id: is longer than 128 characters",
                        "name: is longer than 200 characters",
                        "description: is longer than 2000 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t", "a\u0000b", "a\nb", "\uDC00x"})
    void aNameIsOneReadableLine(String name) {
        violations.name("name", name);

        assertThat(violations.isEmpty()).isFalse();
    }

    @Test
    void textMayHaveSeveralLines() {
        violations.text("description", "a\r\n\tb");
        assertThat(violations.isEmpty()).isTrue();

        violations.text("description", "a\u0007");
        assertThat(violations.isEmpty()).isFalse();
    }

    @Test
    void tagsHaveNeitherBlankKeysNorBlankValues() {
        violations.tags("tags", Map.of("role", "office"));
        assertThat(violations.isEmpty()).isTrue();

        violations.tags("tags", Map.of("role", ""));
        violations.tags("tags", Map.of(" ", "x"));
        violations.tags("tags", Map.of("a\u0000", "x"));
        assertThat(violations.list()).extracting(Violation::field).containsExactly("tags.role", "tags", "tags");
    }

    @Test
    void aListNamesNothingTwice() {
        violations.ids("agent_ids", List.of("a", "b", "a"));
        violations.ids("agent_ids", Collections.nCopies(10_001, "a"));

        assertThat(violations.list())
                .extracting(Object::toString)
                .startsWith("agent_ids: names one twice", "agent_ids: has more than 10000 entries");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rds-01",
                "rds_01.corp.example",
                "rds-01.corp.example.",
                "1rds",
                "10.example",
                "10.0.0.7",
                "fd00::7",
                "fe80::1%eth0",
                "::1",
                "::ffff:10.0.0.7",
                "bücher.example"
            })
    void addressesAreNamesOrIpAddresses(String address) {
        violations.address("address", address);

        assertThat(violations.list()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a b",
                "[fd00::7]",
                "http://x",
                "-x",
                "x\u0000",
                "a,b",
                "10.0.0.7:3389",
                "rds-01:3389",
                ":",
                "1:2:3",
                "::1::",
                "12345::",
                "fe80::1%",
                "fe80::1%a:b",
                "%eth0",
                "rds%eth0",
                "256.1.1.1",
                "1.2.3",
                "1.2.3.4.5",
                "1.2.3.4.",
                "\u0661.2.3.4",
                ".",
                "a..b",
                ".a",
                "a.-b"
            })
    void otherAddressesAreRefused(String address) {
        violations.address("address", address);

        assertThat(violations.isEmpty()).isFalse();
    }

    @Test
    void aLabelHas63CharactersAndANameHas253() {
        String label = "a".repeat(63);
        String name = String.join(".", label, label, label, "b".repeat(61));

        violations.address("address", label);
        violations.address("address", name);
        assertThat(violations.isEmpty()).isTrue();
        violations.address("label", label + "a");
        violations.address("name", name + "b");
        assertThat(violations.list()).extracting(Violation::field).containsExactly("label", "name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"x\"", "{\"a\": \"\\u0000\"}", "{\"a\": \"\\ud800\"}"})
    void aPolicyIsAnObjectThatTheDatabaseCanKeep(String policy) throws Exception {
        violations.policy("policy", new JsonMapper().readTree(policy));

        assertThat(violations.isEmpty()).isFalse();
    }
}
