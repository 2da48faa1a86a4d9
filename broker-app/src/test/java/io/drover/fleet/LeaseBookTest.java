package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.identity.Domains;
import io.drover.lease.Lease;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LeaseBookTest {

    private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");

    private final LeaseBook book = new LeaseBook(Domains.withoutAliases());

    private static Instant at(int second) {
        return START.plusSeconds(second);
    }

    private static Lease lease(String person, long rev, String agentId, int grantedAt) {
        return new Lease(person, "", "office", "", agentId, rev, 1, at(grantedAt), at(900));
    }

    @Test
    void theLeasesOfAHostThatWereGrantedLastAreFoundByTheirTime() {
        book.put(lease("zoe", 1, "a1", 0));
        book.put(lease("bob", 2, "a1", 10));
        book.put(lease("alice", 3, "a1", 20));
        book.put(lease("carol", 4, "a2", 30));
        assertThat(book.onAgent("a1", at(-1))).extracting(Lease::person).containsExactly("zoe", "bob", "alice");
        assertThat(book.onAgent("a1", at(10))).extracting(Lease::person).containsExactly("alice");
        assertThat(book.onAgent("a1", at(20))).isEmpty();
        assertThat(book.onAgent("a3", at(0))).isEmpty();
    }

    @Test
    void aLeaseThatIsWrittenAgainIsThereOnceAndOnItsLastHostOnly() {
        book.put(lease("alice", 1, "a1", 0));
        book.put(lease("alice", 2, "a1", 10));
        assertThat(book.onAgent("a1")).containsExactly(lease("alice", 2, "a1", 10));
        book.put(lease("alice", 3, "a2", 10));
        assertThat(book.onAgent("a1")).isEmpty();
        assertThat(book.onAgent("a2", at(5))).containsExactly(lease("alice", 3, "a2", 10));
        book.remove(lease("alice", 3, "a2", 10));
        assertThat(book.onAgent("a2")).isEmpty();
        assertThat(book.size()).isZero();
    }

    @Test
    void aQualifiedNameTakesOverWhatWasWrittenBeforeUnderTheShortNameForThatFarmOrOnThatHost() {
        book.put(new Lease("alice", "", "office", "", "a2", 1, 1, at(0), at(900)));
        book.put(new Lease("alice", "", "lab", "", "a1", 2, 1, at(0), at(900)));
        book.put(new Lease("alice", "", "erp", "", "a3", 3, 1, at(0), at(900)));
        book.put(new Lease("alice", "corp", "erp", "", "a1", 4, 1, at(0), at(900)));
        book.put(new Lease("bob", "", "office", "", "a1", 5, 1, at(0), at(900)));
        Lease by = new Lease("alice", "corp", "office", "", "a1", 6, 1, at(10), at(900));

        assertThat(book.takenOverBy(by)).extracting(Lease::rev).containsExactlyInAnyOrder(1L, 2L);

        book.put(new Lease("alice", "", "lab", "", "a1", 7, 1, at(20), at(900)));
        assertThat(book.takenOverBy(by)).extracting(Lease::rev).containsExactly(1L);
    }
}
