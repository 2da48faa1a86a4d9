package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.catalog.Resource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FarmBookTest {

    private final FarmBook book = new FarmBook();

    @Test
    void anOlderVersionChangesNothing() {
        assertThat(book.put(farm(3))).isTrue();
        assertThat(book.put(resource(3))).isTrue();

        assertThat(book.put(farm(2))).isFalse();
        assertThat(book.put(resource(2))).isFalse();

        assertThat(book.farm("office")).isEqualTo(farm(3));
        assertThat(book.resource("desk")).isEqualTo(resource(3));
    }

    @Test
    void aNewerVersionTakesThePlaceOfTheOneBefore() {
        book.put(farm(3));
        book.put(resource(3));

        assertThat(book.put(farm(4))).isTrue();
        assertThat(book.put(resource(4))).isTrue();

        assertThat(book.farms()).containsExactly(farm(4));
        assertThat(book.resources()).containsExactly(resource(4));
    }

    @Test
    void whatIsForgottenIsGone() {
        book.put(farm(3));
        book.put(resource(3));

        assertThat(book.removeFarm("office")).isTrue();
        assertThat(book.removeResource("desk")).isTrue();

        assertThat(book.removeFarm("office")).isFalse();
        assertThat(book.removeResource("desk")).isFalse();
        assertThat(book.farmVersions()).isEmpty();
        assertThat(book.resourceVersions()).isEmpty();
    }

    @Test
    void theLayoutIsMadeAnewWhenSomethingChangedAndOnlyThen() {
        assertThat(book.knownLayout()).isNull();
        FleetLayout first = book.layout();
        assertThat(book.knownLayout()).isSameAs(first);

        book.put(farm(3));
        assertThat(book.knownLayout()).isNull();
        FleetLayout second = book.layout();
        Agent host = AgentBuilder.agent("rds-01").build();
        assertThat(second.farmsOf(host)).containsExactly(farm(3));

        book.put(farm(2));
        book.removeFarm("none");
        book.removeResource("none");
        assertThat(book.knownLayout()).isSameAs(second);

        book.put(resource(3));
        assertThat(book.knownLayout()).isNull();
        book.layout();
        book.removeResource("desk");
        assertThat(book.knownLayout()).isNull();
        book.layout();
        book.removeFarm("office");
        assertThat(book.layout().farmsOf(host)).isEmpty();
    }

    private static Farm farm(long version) {
        return new Farm("office", "Office", "", true, List.of("rds-01"), Map.of(), "score", false, null, null, version);
    }

    private static Resource resource(long version) {
        return new Resource(
                "desk", "Desk", "desktop", "office", "", "Desk", "", "", "", "", false, "", 0, "", List.of(), true,
                version);
    }
}
