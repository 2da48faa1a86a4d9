package io.drover.guacamole;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PersonTest {

    @Test
    void groupsTakeHalfOfWhatTheBrokerReadsWhateverTheirLetters() {
        String[] groups = IntStream.range(0, 2_000)
                .mapToObj(i -> "\u0645\u062c\u0645\u0648\u0639\u0629 \"" + i + "\"")
                .toArray(String[]::new);
        Person person = Person.of(Guacamole.user("anna", groups), null);

        String told = new Question(person, Target.of("desk"), "id").json("node");

        assertThat(told.getBytes(UTF_8).length).isBetween(31_000, 33_000);
        assertThat(person.groupsThatFit()).hasSizeGreaterThan(1_000);
    }

    @Test
    void aGroupThatNoBrokerTakesIsLeftOut() {
        Person person = Person.of(Guacamole.user("anna", "a".repeat(513), "b".repeat(512)), null);

        assertThat(person.groupsThatFit()).containsExactly("b".repeat(512));
    }
}
