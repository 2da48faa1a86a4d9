package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.identity.Domains;
import io.drover.identity.UserName;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FailureBookTest {

    private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");
    private static final UserName ALICE = new UserName("alice", "corp");

    private final FailureBook book = new FailureBook(Domains.withoutAliases());

    @Test
    void usersWhoNeverComeBackLeaveNothingBehind() {
        for (int i = 0; i < 1_000; i++) {
            book.add(new UserName("user" + i, ""), "a1", START.plusSeconds(61L * i));
        }

        assertThat(book.size()).isEqualTo(1);
        assertThat(book.agentsFor(new UserName("user999", ""), START.plusSeconds(61L * 999)))
                .containsExactly("a1");
    }

    @Test
    void aFailureCountsForAMinuteWhateverFailsMeanwhile() {
        book.add(ALICE, "a1", START);
        book.add(ALICE, "a1", START);
        book.add(ALICE, "a2", START.plusSeconds(30));
        book.add(new UserName("bob", ""), "a3", START.plusSeconds(59));

        assertThat(book.agentsFor(ALICE, START.plusSeconds(59))).containsExactlyInAnyOrder("a1", "a2");
        book.add(new UserName("bob", ""), "a3", START.plusSeconds(60));
        assertThat(book.agentsFor(ALICE, START.plusSeconds(60))).containsExactly("a2");
        assertThat(book.agentsFor(new UserName("alice", "other"), START.plusSeconds(60)))
                .isEmpty();
    }
}
