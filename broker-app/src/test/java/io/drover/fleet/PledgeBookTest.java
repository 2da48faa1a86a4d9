package io.drover.fleet;

import static io.drover.fleet.AttemptBuilder.attempt;
import static org.assertj.core.api.Assertions.assertThat;

import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.lease.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PledgeBookTest {

    private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");
    private static final UserName ALICE = new UserName("alice", "corp");
    private static final Agent HOST = AgentBuilder.agent("rds-01").build();

    private final PledgeBook book = new PledgeBook(Domains.withoutAliases(), Duration.ofMinutes(15));

    @Test
    void aDecisionCountsOnItsHostFromWhenItWasMadeUntilItsLeaseWouldEnd() {
        assertThat(book.add(attempt(ALICE).on(HOST).at(START).build())).contains("rds-01");

        Lease wanted = new Lease("alice", "corp", "", "", "rds-01", 0, 0, START, START.plusSeconds(900));
        assertThat(book.with(List.of(), "rds-01")).containsExactly(wanted);
        assertThat(book.with(List.of(), "rds-02")).isEmpty();
    }

    @Test
    void itStandsBesideTheLeasesThatAreWritten() {
        Lease written = new Lease("bob", "", "", "", "rds-01", 7, 1, START, START.plusSeconds(900));
        book.add(attempt(ALICE).on(HOST).build());

        assertThat(book.with(List.of(written), "rds-01"))
                .extracting(Lease::person)
                .containsExactly("bob", "alice");
    }

    @Test
    void aRefusalAndAWayBackToASessionCountNowhere() {
        Attempt refused = attempt(ALICE).build();
        Attempt back = attempt(ALICE).on(HOST).withSession().build();

        assertThat(book.add(refused)).isEmpty();
        assertThat(book.add(back)).isEmpty();
        assertThat(book.remove(refused)).isEmpty();
        assertThat(book.remove(back)).isEmpty();
        assertThat(book.of(ALICE)).isEmpty();
    }

    /** Two requests of a user that are the same in every word are two decisions. */
    @Test
    void eachDecisionIsForgottenByItself() {
        Attempt first = attempt(ALICE).on(HOST).build();
        Attempt second = attempt(ALICE).on(HOST).build();
        book.add(first);
        book.add(second);

        assertThat(book.remove(first)).contains("rds-01");
        assertThat(book.of(ALICE)).hasSize(1);
        assertThat(book.remove(first)).isEmpty();
        assertThat(book.remove(second)).contains("rds-01");
        assertThat(book.of(ALICE)).isEmpty();
        assertThat(book.with(List.of(), "rds-01")).isEmpty();
    }

    @Test
    void whatIsUnderWayForAShortNameIsForTheQualifiedOneToo() {
        book.add(attempt(new UserName("alice", "")).on(HOST).build());
        book.add(attempt(new UserName("alice", "other")).on(HOST).build());

        assertThat(book.of(ALICE)).extracting(Lease::domain).containsExactly("");
        assertThat(book.of(new UserName("alice", ""))).hasSize(2);
        assertThat(book.of(new UserName("bob", "corp"))).isEmpty();
    }
}
