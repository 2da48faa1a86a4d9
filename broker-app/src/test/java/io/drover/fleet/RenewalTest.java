package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RenewalTest {

    private final ConcurrentHashMap<String, String> kept = new ConcurrentHashMap<>(Map.of("a", "old", "b", "old"));

    @Test
    void whatChangedIsReadAgainAndNothingElse() {
        Renewal.of(kept, Set.of("a", "unknown"), id -> Optional.of("new"));

        assertThat(kept).containsOnly(Map.entry("a", "new"), Map.entry("b", "old"));
    }

    @Test
    void whatIsNotThereAnyMoreOrCannotBeReadIsKeptNoLonger() {
        Renewal.of(kept, Set.of("a"), id -> Optional.empty());
        Renewal.of(kept, Set.of("b"), id -> {
            throw new IllegalStateException("the database is away");
        });

        assertThat(kept).isEmpty();
    }

    @Test
    void ofVeryManyEachIsReadWhenItIsNeeded() {
        Set<String> many = IntStream.range(0, 200).mapToObj(String::valueOf).collect(Collectors.toSet());
        many.forEach(id -> kept.put(id, "old"));

        Renewal.of(kept, many, id -> Optional.of("new"));

        assertThat(kept).containsOnlyKeys("a", "b");
    }
}
