package io.drover.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DatabaseCheckTest {

    private static final Optional<String> AWAY = Optional.of("Connection refused");
    private static final Optional<Instant> LATER = Optional.of(Instant.parse("2026-03-02T12:05:00Z"));

    @Test
    void aDatabaseThatIsThereIsNoProblem() {
        assertThat(check(Optional.empty(), Optional.empty(), true).problem()).isEmpty();
    }

    @Test
    void whatThePublicReadsTellsNothingOfTheDatabase() {
        assertThat(check(AWAY, Optional.empty(), true).problem()).hasValue("cannot be used, see the broker's log");
    }

    @Test
    void whileUsersArePlacedWithoutItIsANote() {
        DatabaseCheck check = check(AWAY, LATER, true);

        assertThat(check.problem()).isEmpty();
        assertThat(check.note()).hasValue("away, placements are provisional until 2026-03-02T12:05:00Z");
    }

    @Test
    void nobodyWhoWritesLeasesIsAProblemWhateverTheDatabaseDoes() {
        assertThat(check(Optional.empty(), Optional.empty(), false).problem()).isPresent();
        assertThat(check(AWAY, LATER, false).problem()).isPresent();
    }

    private static DatabaseCheck check(Optional<String> problem, Optional<Instant> degradedUntil, boolean writing) {
        return new DatabaseCheck(() -> problem, () -> degradedUntil, () -> writing);
    }
}
