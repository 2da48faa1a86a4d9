package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadlinesTest {

    private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");

    private final Deadlines deadlines = new Deadlines();

    private static Instant at(int second) {
        return START.plusSeconds(second);
    }

    private List<String> over(int second) {
        List<String> hosts = new ArrayList<>();
        for (String host = deadlines.poll(at(second)); host != null; host = deadlines.poll(at(second))) {
            hosts.add(host);
        }
        return hosts;
    }

    @Test
    void aMomentComesOnceWhenTheClockReachesIt() {
        deadlines.set("a1", at(30));
        assertThat(over(29)).isEmpty();
        assertThat(over(30)).containsExactly("a1");
        assertThat(over(60)).isEmpty();
    }

    @Test
    void theEarliestComesFirst() {
        deadlines.set("a1", at(20));
        deadlines.set("a2", at(10));
        assertThat(over(30)).containsExactly("a2", "a1");
    }

    @Test
    void aMomentThatMovesOnIsTheOnlyOne() {
        deadlines.set("a1", at(30));
        deadlines.set("a1", at(40));
        deadlines.set("a1", at(50));
        assertThat(over(49)).isEmpty();
        assertThat(over(50)).containsExactly("a1");
        assertThat(over(90)).isEmpty();
    }

    @Test
    void aMomentThatComesNearerIsTheOnlyOne() {
        deadlines.set("a1", at(30));
        deadlines.set("a1", at(10));
        assertThat(over(10)).containsExactly("a1");
        assertThat(over(30)).isEmpty();
    }

    @Test
    void aMomentThatComesNearerAndMovesOnAgainIsTheLastOneOnly() {
        deadlines.set("a1", at(30));
        deadlines.set("a1", at(10));
        deadlines.set("a1", at(40));
        assertThat(over(39)).isEmpty();
        assertThat(over(40)).containsExactly("a1");
    }

    @Test
    void aHostWithoutAMomentNeverComes() {
        deadlines.set("a1", at(30));
        deadlines.set("a1", Instant.MAX);
        assertThat(over(90)).isEmpty();
        deadlines.set("a1", at(100));
        assertThat(over(100)).containsExactly("a1");
    }
}
