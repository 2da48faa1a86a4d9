package io.drover.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UsersTest {

    @Test
    void aShareOfThemWasThereBefore() {
        Users users = new Users(1, 0.1, 1_000_000);
        Set<String> seen = new HashSet<>();
        int again = 0;
        for (int i = 0; i < 20_000; i++) {
            again += seen.add(users.next()) ? 0 : 1;
        }
        assertThat(again).isBetween(1_700, 2_100);
    }

    @Test
    void thePopulationIsNotExceeded() {
        Users users = new Users(1, 0.1, 1_500);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            seen.add(users.next());
        }
        assertThat(seen).hasSize(1_500);
    }
}
