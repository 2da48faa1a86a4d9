package io.drover.lease;

import static io.drover.lease.LeaseRequests.agent;
import static io.drover.lease.LeaseRequests.alice;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.drover.lease.LeaseRequest.Check;
import io.drover.lease.LeaseRequest.Kind;
import io.drover.lease.LeaseRequest.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every lease store answers. At the start of each test there is no lease, and the hosts {@code rds-1} and
 * {@code rds-2}, the farm {@code office} and the resource {@code desktop} have the control version 1.
 */
abstract class LeaseStoreContract {

    abstract LeaseStore store();

    /** Sets the control version of a thing that exists. */
    abstract void change(Check now);

    abstract void remove(Subject subject, String id);

    /** Lets all leases run out, just so. */
    abstract void letLeasesEnd();

    /** All leases that hold. */
    abstract List<Lease> current();

    final LeaseOutcome commit(LeaseRequest request) {
        return store().commit(request).toCompletableFuture().join();
    }

    final Lease granted(LeaseRequest request) {
        return assertThat(commit(request))
                .asInstanceOf(type(LeaseOutcome.Granted.class))
                .actual()
                .lease();
    }

    final List<Lease> release(Lease... leases) {
        return store().release(List.of(leases)).toCompletableFuture().join();
    }

    @Test
    void aFirstLeaseIsGranted() {
        Lease lease = granted(alice().domain("corp").resource("desktop").to("rds-1"));

        assertThat(lease.key()).isEqualTo(new LeaseKey("alice", "corp", "office", "desktop"));
        assertThat(lease.agentId()).isEqualTo("rds-1");
        assertThat(lease.generation()).isEqualTo(1);
        assertThat(lease.rev()).isPositive();
        assertThat(lease.expiresAt()).isEqualTo(lease.grantedAt().plus(Duration.ofMinutes(15)));
        assertThat(current()).containsExactly(lease);
    }

    @Test
    void anotherGrantOnTheSameHostRenewsTheLease() {
        Lease first = granted(alice().to("rds-1"));
        Lease second =
                granted(alice().knowing(first).ttl(Duration.ofMinutes(20)).to("rds-1"));

        assertThat(second.rev()).isGreaterThan(first.rev());
        assertThat(second.generation()).isEqualTo(1);
        assertThat(second.grantedAt()).isAfterOrEqualTo(first.grantedAt());
        assertThat(second.expiresAt()).isEqualTo(second.grantedAt().plus(Duration.ofMinutes(20)));
        assertThat(current()).containsExactly(second);
    }

    @Test
    void aGrantOnAnotherHostMovesTheLease() {
        Lease first = granted(alice().to("rds-1"));
        Lease second =
                granted(alice().knowing(first).relyingOn(agent("rds-1", 1)).to("rds-2"));

        assertThat(second.generation()).isEqualTo(2);
        assertThat(current()).containsExactly(second);
    }

    @Test
    void aLeaseThatEndedStartsAnew() {
        granted(alice().to("rds-1"));
        letLeasesEnd();
        Lease anew = granted(alice().to("rds-1"));

        assertThat(anew.generation()).isEqualTo(2);
        assertThat(current()).containsExactly(anew);
    }

    @Test
    void aRefreshMovesTheEndAndLeavesThePlacementAlone() {
        Lease placed = granted(alice().to("rds-1"));
        Lease refreshed = granted(alice().knowing(placed)
                .kind(Kind.REFRESH)
                .ttl(Duration.ofHours(1))
                .to("rds-1"));

        assertThat(refreshed.grantedAt()).isEqualTo(placed.grantedAt());
        assertThat(refreshed.generation()).isEqualTo(1);
        assertThat(refreshed.rev()).isGreaterThan(placed.rev());
        assertThat(refreshed.expiresAt()).isAfter(placed.expiresAt().plus(Duration.ofMinutes(44)));
    }

    @Test
    void aRefreshWithoutALeaseIsNoPlacement() {
        Lease lease = granted(alice().kind(Kind.REFRESH).to("rds-1"));

        assertThat(lease.grantedAt()).isEqualTo(Lease.NO_PLACEMENT);
        assertThat(lease.generation()).isEqualTo(1);
    }

    @Test
    void aRefreshThatMovesTheLeaseIsNoPlacementThere() {
        Lease placed = granted(alice().to("rds-1"));
        Lease moved = granted(alice().knowing(placed).kind(Kind.REFRESH).to("rds-2"));

        assertThat(moved.grantedAt()).isEqualTo(Lease.NO_PLACEMENT);
        assertThat(moved.generation()).isEqualTo(2);
    }

    @Test
    void aRefreshOfALeaseThatEndedIsNoPlacement() {
        granted(alice().to("rds-1"));
        letLeasesEnd();

        assertThat(granted(alice().kind(Kind.REFRESH).to("rds-1")).grantedAt()).isEqualTo(Lease.NO_PLACEMENT);
    }

    @Test
    void aLeaseThatStandsIsConfirmedAndStaysAsItIs() {
        Lease lease = granted(alice().to("rds-1"));

        assertThat(commit(alice().knowing(lease).kind(Kind.CONFIRM).to("rds-1")))
                .isEqualTo(new LeaseOutcome.Confirmed());
        assertThat(current()).containsExactly(lease);
    }

    @Test
    void aLeaseThatIsGoneIsNotConfirmed() {
        Lease lease = granted(alice().to("rds-1"));
        Lease other = granted(alice().knowing(lease).farm("lab").to("rds-1"));
        release(lease);

        assertThat(commit(alice().knowing(other).kind(Kind.CONFIRM).to("rds-1")))
                .isEqualTo(new LeaseOutcome.LeaseChanged(List.of(other)));
    }

    @Test
    void aLeaseThatEndedIsNotConfirmed() {
        Lease lease = granted(alice().to("rds-1"));
        letLeasesEnd();

        assertThat(commit(alice().knowing(lease).kind(Kind.CONFIRM).to("rds-1")))
                .isEqualTo(new LeaseOutcome.LeaseChanged(List.of()));
    }

    @Test
    void aLeaseOnAnotherHostIsNotConfirmed() {
        Lease lease = granted(alice().to("rds-1"));

        assertThat(commit(alice().knowing(lease).kind(Kind.CONFIRM).to("rds-2")))
                .isEqualTo(new LeaseOutcome.LeaseChanged(List.of(lease)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GRANT", "REFRESH", "CONFIRM"})
    void aLeaseThatTheDecisionDidNotKnowSendsItBack(String kind) {
        Lease known = granted(alice().to("rds-1"));
        Lease unknown =
                granted(alice().knowing(known).domain("corp").farm("lab").to("rds-2"));
        LeaseOutcome outcome =
                commit(alice().knowing(known).kind(Kind.valueOf(kind)).to("rds-1"));

        assertThat(outcome)
                .asInstanceOf(type(LeaseOutcome.LeaseChanged.class))
                .extracting(LeaseOutcome.LeaseChanged::current, as(LIST))
                .containsExactlyInAnyOrder(known, unknown);
        assertThat(current()).containsExactlyInAnyOrder(known, unknown);
    }

    @Test
    void anUnknownLeaseThatIsOlderThanAKnownOneIsNewsToo() {
        Lease unknown = granted(alice().to("rds-1"));
        Lease known = granted(alice().knowing(unknown).farm("lab").to("rds-2"));
        LeaseOutcome outcome = commit(alice().knowing(known).to("rds-2"));

        assertThat(outcome).isInstanceOf(LeaseOutcome.LeaseChanged.class);
        assertThat(current()).containsExactlyInAnyOrder(unknown, known);
    }

    @Test
    void aKnownLeaseThatWasReleasedSendsTheDecisionBack() {
        Lease released = granted(alice().to("rds-1"));
        Lease other = granted(alice().knowing(released).farm("lab").to("rds-2"));
        release(released);

        assertThat(commit(alice().knowing(released, other).to("rds-1")))
                .isEqualTo(new LeaseOutcome.LeaseChanged(List.of(other)));
    }

    @Test
    void aKnownLeaseThatRanOutIsNoNews() {
        Lease ranOut = granted(alice().to("rds-1"));
        letLeasesEnd();

        assertThat(granted(alice().knowing(ranOut).to("rds-2")).generation()).isEqualTo(2);
    }

    @Test
    void anotherPersonsLeaseIsNoNews() {
        Lease lease = granted(LeaseRequests.of("alicia").to("rds-1"));

        assertThat(granted(alice().to("rds-2")).rev()).isGreaterThan(lease.rev());
    }

    @Test
    void aLeaseThatEndedIsNoNews() {
        granted(alice().to("rds-1"));
        letLeasesEnd();

        granted(alice().to("rds-2"));
    }

    @Test
    void everyChangedThingThatTheDecisionReliedOnIsTold() {
        change(agent("rds-1", 2));
        change(new Check(Subject.RESOURCE, "desktop", 5));
        remove(Subject.FARM, "office");
        LeaseOutcome outcome = commit(alice().relyingOn(agent("rds-2", 1))
                .relyingOn(new Check(Subject.FARM, "office", 1))
                .relyingOn(new Check(Subject.RESOURCE, "desktop", 1))
                .to("rds-1"));

        assertThat(stale(outcome))
                .containsExactlyInAnyOrder(
                        agent("rds-1", 2),
                        new Check(Subject.FARM, "office", 0),
                        new Check(Subject.RESOURCE, "desktop", 5));
        assertThat(current()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GRANT", "REFRESH", "CONFIRM"})
    void aChangedHostThatWasRefusedSendsTheDecisionBack(String kind) {
        Lease lease = granted(alice().to("rds-1"));
        change(agent("rds-2", 2));
        LeaseOutcome outcome = commit(alice().knowing(lease)
                .kind(Kind.valueOf(kind))
                .relyingOn(agent("rds-2", 1))
                .to("rds-1"));

        assertThat(stale(outcome)).containsExactly(agent("rds-2", 2));
        assertThat(current()).containsExactly(lease);
    }

    @Test
    void aDecisionThatReliedOnTheNewVersionIsGranted() {
        change(agent("rds-1", 2));

        granted(alice().to("rds-1", 2));
    }

    @Test
    void anUnknownHostIsGone() {
        assertThat(stale(commit(alice().to("rds-9")))).containsExactly(agent("rds-9", 0));
    }

    @Test
    void aChangeIsToldBeforeAnUnknownLease() {
        granted(alice().to("rds-1"));
        change(agent("rds-1", 2));

        assertThat(commit(alice().to("rds-1"))).isInstanceOf(LeaseOutcome.ControlChanged.class);
    }

    @Test
    void aQualifiedNameClaimsTheLeasesOfTheShortNameOnTheSameHost() {
        Lease shortName = granted(alice().to("rds-1"));
        Lease inLab = granted(alice().knowing(shortName).farm("lab").to("rds-1"));
        Lease elsewhere = granted(alice().knowing(shortName, inLab).farm("hall").to("rds-2"));
        Lease ofResource = granted(
                alice().knowing(shortName, inLab, elsewhere).resource("cad").to("rds-1"));
        Lease other = granted(LeaseRequests.of("bob").to("rds-1"));
        Lease claimed = granted(alice().knowing(shortName, inLab, elsewhere, ofResource)
                .domain("corp")
                .claiming()
                .to("rds-1"));

        assertThat(current()).containsExactlyInAnyOrder(claimed, elsewhere, ofResource, other);
    }

    @Test
    void aQualifiedNameClaimsTheLeaseOfTheShortNameOnAnotherHost() {
        Lease shortName = granted(alice().to("rds-1"));
        Lease ofResource = granted(alice().knowing(shortName).resource("cad").to("rds-1"));
        Lease other =
                granted(alice().knowing(shortName, ofResource).domain("other").to("rds-1"));
        Lease claimed = granted(alice().knowing(shortName, ofResource, other)
                .domain("corp")
                .claiming()
                .to("rds-2"));

        assertThat(current()).containsExactlyInAnyOrder(claimed, ofResource, other);
    }

    @Test
    void aLeaseThatTheDecisionDidNotKnowIsNotClaimedFromAnotherHost() {
        Lease shortName = granted(alice().to("rds-1"));
        Lease again = granted(alice().knowing(shortName).to("rds-1"));
        LeaseOutcome outcome =
                commit(alice().knowing(shortName).domain("corp").claiming().to("rds-2"));

        assertThat(outcome).isEqualTo(new LeaseOutcome.LeaseChanged(List.of(again)));
        assertThat(current()).containsExactly(again);
    }

    @Test
    void aQualifiedNameThatClaimsNothingLeavesTheShortNameAlone() {
        Lease shortName = granted(alice().to("rds-1"));
        Lease qualified = granted(alice().knowing(shortName).domain("corp").to("rds-1"));

        assertThat(current()).containsExactlyInAnyOrder(shortName, qualified);
    }

    @Test
    void aDecisionThatIsSentBackClaimsNothing() {
        Lease shortName = granted(alice().to("rds-1"));
        commit(alice().domain("corp").claiming().to("rds-1"));
        commit(alice().knowing(shortName).domain("corp").claiming().to("rds-1", 2));

        assertThat(current()).containsExactly(shortName);
    }

    @Test
    void aReleasedLeaseIsGone() {
        Lease first = granted(alice().to("rds-1"));
        Lease second = granted(LeaseRequests.of("bob").to("rds-1"));
        Lease third = granted(LeaseRequests.of("carol").to("rds-2"));

        assertThat(release(first, third)).containsExactlyInAnyOrder(first, third);
        assertThat(current()).containsExactly(second);
        assertThat(granted(alice().to("rds-1")).generation()).isEqualTo(1);
    }

    @Test
    void aLeaseThatWasWrittenAgainIsNotReleased() {
        Lease first = granted(alice().to("rds-1"));
        Lease second = granted(alice().knowing(first).to("rds-1"));

        assertThat(release(first)).isEmpty();
        assertThat(current()).containsExactly(second);
    }

    @Test
    void nothingIsReleasedByNobody() {
        assertThat(release()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{a,\"b\"}", "a\\b", "NULL", "'; --", "jürgen", "ıi̇", "语言", "a b"})
    void everyNameIsKeptAsItIs(String name) {
        Lease lease = granted(
                LeaseRequests.of(name).domain(name).farm(name).resource(name).to("rds-1"));

        assertThat(lease.key()).isEqualTo(new LeaseKey(name, name, name, name));
        assertThat(current()).containsExactly(lease);
    }

    private static List<Check> stale(LeaseOutcome outcome) {
        return Optional.of(outcome)
                .filter(LeaseOutcome.ControlChanged.class::isInstance)
                .map(LeaseOutcome.ControlChanged.class::cast)
                .orElseThrow(() -> new AssertionError("not ControlChanged: " + outcome))
                .stale();
    }
}
