package io.drover.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.scenario.Given;
import io.drover.scenario.Position;
import io.drover.scenario.Scenario;
import io.drover.scenario.SettingsOverlay;
import java.util.List;
import org.junit.jupiter.api.Test;

class WantedTest {

    @Test
    void nameHasTheTextInIt() {
        assertThat(new Wanted("DRAINING host", List.of(), List.of()))
                .accepts(scenario("A draining host is left alone"));
        assertThat(new Wanted("host drains", List.of(), List.of())).rejects(scenario("A draining host is left alone"));
    }

    @Test
    void starStandsForAnything() {
        assertThat(new Wanted("drain*alone", List.of(), List.of())).accepts(scenario("A draining host is left alone"));
        assertThat(new Wanted("alone*drain", List.of(), List.of())).rejects(scenario("A draining host is left alone"));
    }

    @Test
    void nothingElseIsAPattern() {
        assertThat(new Wanted("(case 1)", List.of(), List.of())).accepts(scenario("The limit (case 1)"));
        assertThat(new Wanted("cas. 1", List.of(), List.of())).rejects(scenario("The limit (case 1)"));
    }

    @Test
    void oneOfTheTagsIsEnough() {
        Wanted wanted = new Wanted("", List.of("Smoke", "nightly"), List.of());

        assertThat(wanted).accepts(scenario("A", "smoke"), scenario("B", "other", "nightly"));
        assertThat(wanted).rejects(scenario("C"), scenario("D", "smoke-test"));
    }

    @Test
    void anUnwantedTagWins() {
        Wanted wanted = new Wanted("", List.of("smoke"), List.of("slow"));

        assertThat(wanted).accepts(scenario("A", "smoke"));
        assertThat(wanted).rejects(scenario("B", "smoke", "SLOW"));
    }

    private static Scenario scenario(String name, String... tags) {
        Position position = new Position("a.scenarios.yml", 1, 1);
        return new Scenario(position, name, List.of(tags), null, SettingsOverlay.none(), Given.nothing(), List.of());
    }
}
