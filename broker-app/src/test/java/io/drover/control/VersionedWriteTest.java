package io.drover.control;

import static io.drover.control.Outcomes.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class VersionedWriteTest {

    private final AtomicLong version = new AtomicLong(1);
    private final VersionedWrite<Long> write =
            new VersionedWrite<>(Subject.FARM, "office", () -> Optional.of(version.get()), Long::longValue);

    @Test
    void withoutAnExpectationItTriesAgain() {
        Change<Long> outcome = write.run(null, current -> current < 4 ? lost() : Optional.of(Change.done(current)));

        assertThat(outcome).isEqualTo(Change.done(4L));
    }

    @Test
    void anExpectationThatIsMetOnceIsNotTriedAgain() {
        assertThat(refusal(write.run(1L, current -> lost())))
                .isEqualTo(new Refusal.StaleVersion(Subject.FARM, "office", 2));
    }

    @Test
    void anExpectationThatIsNotMetIsRefusedAtOnce() {
        Change<Long> outcome = write.run(7L, current -> Optional.of(Change.done(current)));

        assertThat(refusal(outcome)).isEqualTo(new Refusal.StaleVersion(Subject.FARM, "office", 1));
    }

    @Test
    void itDoesNotTryForEver() {
        assertThat(refusal(write.run(null, current -> lost()))).isInstanceOf(Refusal.StaleVersion.class);
    }

    /** Somebody else was first. */
    private Optional<Change<Long>> lost() {
        version.incrementAndGet();
        return Optional.empty();
    }
}
