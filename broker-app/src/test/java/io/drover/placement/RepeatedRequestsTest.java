package io.drover.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.placement.PlacementDecision.Placed;
import io.drover.placement.PlacementDecision.Refused;
import io.drover.policy.fact.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RepeatedRequestsTest {

    private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");

    private Instant now = START;
    private final RepeatedRequests repeated = new RepeatedRequests(() -> now);
    private final CheckedRequest request = request("click-1");
    private final List<Boolean> repetitions = new ArrayList<>();

    @Test
    void theSameGrantIsTheSameAnswer() {
        PlacementDecision first = ask(request, placed("rds-01", "decision-1"));

        assertThat(ask(request, placed("rds-01", "decision-2"))).isSameAs(first);
        assertThat(repetitions).containsExactly(false, true);
    }

    @Test
    void whatIsDecidedDifferentlyIsTheNewAnswer() {
        ask(request, placed("rds-01", "decision-1"));

        assertThat(ask(request, placed("rds-02", "decision-2"))).isEqualTo(placed("rds-02", "decision-2"));
        assertThat(ask(request, refused())).isEqualTo(refused());
    }

    @Test
    void afterARefusalTheNextOneIsTheFirst() {
        ask(request, refused());
        ask(request, placed("rds-01", "decision-2"));

        assertThat(repetitions).containsExactly(false, false);
    }

    @Test
    void afterAFaultTheNextOneIsTheFirst() {
        CompletableFuture<PlacementDecision> fault =
                repeated.answer(request, false, repetition -> CompletableFuture.failedFuture(new Exception("a bug")));
        assertThatThrownBy(fault::join).hasRootCauseMessage("a bug");

        ask(request, placed("rds-01", "decision-2"));

        assertThat(repetitions).containsExactly(false);
    }

    @Test
    void afterTenSecondsItIsAnotherRequest() {
        ask(request, placed("rds-01", "decision-1"));
        now = START.plusMillis(9_999);
        ask(request, placed("rds-01", "decision-2"));
        now = START.plusMillis(10_000);
        ask(request, placed("rds-01", "decision-3"));

        assertThat(repetitions).containsExactly(false, true, false);
    }

    @Test
    void anotherIdOrAnotherWayToAskIsAnotherRequest() {
        ask(request, placed("rds-01", "decision-1"));
        ask(request("click-2"), placed("rds-01", "decision-2"));
        repeated.answer(request, true, this::refusing).join();

        assertThat(repetitions).containsExactly(false, false, false);
    }

    @Test
    void oneThatIsBeingAnsweredIsWaitedFor() {
        CompletableFuture<PlacementDecision> deciding = new CompletableFuture<>();
        CompletableFuture<PlacementDecision> first = repeated.answer(request, false, repetition -> deciding);
        CompletableFuture<PlacementDecision> second = repeated.answer(
                request, false, repetition -> CompletableFuture.completedFuture(placed("rds-01", "decision-2")));
        assertThat(second).isNotDone();

        deciding.complete(placed("rds-01", "decision-1"));

        assertThat(second.join()).isSameAs(first.join());
    }

    private PlacementDecision ask(CheckedRequest asked, PlacementDecision decided) {
        return repeated.answer(asked, false, repetition -> {
                    repetitions.add(repetition);
                    return CompletableFuture.completedFuture(decided);
                })
                .join();
    }

    private CompletableFuture<PlacementDecision> refusing(boolean repetition) {
        repetitions.add(repetition);
        return CompletableFuture.completedFuture(refused());
    }

    private static Refused refused() {
        return new Refused("no_eligible_host", "", Map.of(), "decision-9");
    }

    private static Placed placed(String agentId, String decisionId) {
        return new Placed(
                agentId,
                agentId,
                agentId,
                3389,
                "",
                "",
                Reason.LOAD_BALANCE,
                90,
                Map.of(),
                START,
                decisionId,
                "r1",
                false);
    }

    private static CheckedRequest request(String id) {
        PlacementRequest request = new PlacementRequest("alice", "", "", "", "", List.of(), "", "", "", List.of(), id);
        try {
            return CheckedRequest.of(request);
        } catch (CheckedRequest.UnsoundException e) {
            throw new AssertionError(e);
        }
    }
}
