package io.drover.lease;

import static io.drover.lease.LeaseRequests.alice;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LeaseQueueTest {

    private final LeaseQueue queue = new LeaseQueue(4);

    private static LeaseQueue.Grant grant(LeaseRequest request) {
        return new LeaseQueue.Grant(request, 0, new CompletableFuture<>());
    }

    private static LeaseQueue.Grant grant(String person) {
        return grant(LeaseRequests.of(person).to("rds-1"));
    }

    private List<String> persons(int max) {
        return queue.take(max).rows().stream()
                .map(row -> row.request().person())
                .toList();
    }

    @Test
    void callersComeOutInTheirOrder() {
        queue.offer(grant("c"));
        queue.offer(grant("a"));
        queue.offer(grant("b"));

        assertThat(persons(2)).containsExactly("c", "a");
        assertThat(persons(2)).containsExactly("b");
    }

    @Test
    void anotherDecisionAboutAPersonWaitsForTheNextBatchAndKeepsItsPlace() {
        LeaseRequest second = alice().to("rds-2");
        queue.offer(grant(alice().to("rds-1")));
        queue.offer(grant(second));
        queue.offer(grant(alice().to("rds-3")));
        queue.offer(grant("bob"));

        assertThat(persons(3)).containsExactly("alice", "bob");
        assertThat(queue.take(3).rows())
                .singleElement()
                .satisfies(row -> assertThat(row.request()).isEqualTo(second));
        assertThat(queue.size()).isEqualTo(1);
    }

    @Test
    void equalDecisionsShareARow() {
        queue.offer(grant("alice"));
        queue.offer(grant("bob"));
        queue.offer(grant("alice"));

        assertThat(queue.take(3).rows()).extracting(row -> row.callers().size()).containsExactly(2, 1);
    }

    @Test
    void equalDecisionsOfDifferentErasDoNotShareARow() {
        queue.offer(grant("alice"));
        queue.offer(new LeaseQueue.Grant(alice().to("rds-1"), 1, new CompletableFuture<>()));

        assertThat(queue.take(3).rows())
                .singleElement()
                .satisfies(row -> assertThat(row.callers()).hasSize(1));
    }

    @Test
    void whoGaveUpIsLeftOut() {
        LeaseQueue.Grant gaveUp = grant("alice");
        queue.offer(gaveUp);
        queue.offer(grant("bob"));
        gaveUp.caller().cancel(false);

        assertThat(persons(3)).containsExactly("bob");
    }

    @Test
    void aFullQueueTurnsCallersAway() {
        for (String person : List.of("a", "b", "c")) {
            assertThat(queue.offer(grant(person))).isTrue();
        }
        assertThat(queue.offer(new LeaseQueue.Release(List.of(), new CompletableFuture<>())))
                .isTrue();

        assertThat(queue.offer(grant("e"))).isFalse();
        queue.take(1);
        assertThat(queue.offer(grant("f"))).isTrue();
    }

    @Test
    void aClosedQueueGivesWhatItHasAndThenNothing() {
        queue.offer(grant("a"));
        queue.close();

        assertThat(queue.offer(grant("b"))).isFalse();
        assertThat(persons(1)).containsExactly("a");
        assertThat(queue.take(1).isEmpty()).isTrue();
    }

    @Test
    void whatIsDrainedIsNotTaken() {
        LeaseQueue.Grant waiting = grant("a");
        queue.offer(waiting);

        assertThat(queue.drain()).singleElement().isSameAs(waiting.caller());
        assertThat(queue.size()).isZero();
    }
}
