package io.drover.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StormTest {

    @Test
    void eachUserGoesToTheBestScoreOfThatTime() {
        assertThat(Storm.share(4, Map.of("a", 61, "b", 30, "c", -5))).isEqualTo(Map.of("a", 3, "b", 1, "c", 0));
    }

    @Test
    void aSimulatedHostScoresAsThePolicySays() {
        SimulatedHost host = SimulatedHost.of("rds-01", 90, 20, 44, 4, 1);

        assertThat(host.score()).isEqualTo(731);
        assertThat(host.expecting("alice").score()).isEqualTo(711);
        assertThat(host.expecting("alice").loggedOn().score()).isEqualTo(711);
        assertThat(host.withCpu(90).withBonus(100).score()).isEqualTo(691);
    }
}
