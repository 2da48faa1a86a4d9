package io.drover.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class ClearingTest {

    private final AtomicInteger rows = new AtomicInteger();
    private final AtomicInteger steps = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE);
    private final Clearing clearing = new Clearing(100, Duration.ofSeconds(5), nanos::get);

    private int table(int most) {
        int removed = Math.min(most, rows.get());
        rows.addAndGet(-removed);
        steps.incrementAndGet();
        return removed;
    }

    @Test
    void itGoesOnUntilNothingIsLeft() {
        rows.set(1_050);

        assertThat(clearing.run(this::table)).isEqualTo(1_050);
        assertThat(rows).hasValue(0);
        assertThat(steps).hasValue(11);
    }

    @Test
    void anEmptyTableIsAskedOnce() {
        assertThat(clearing.run(this::table)).isZero();
        assertThat(steps).hasValue(1);
    }

    @Test
    void afterItsTimeItLeavesTheRestForTheNextRun() {
        rows.set(1_050);
        IntUnaryOperator slow = most -> {
            nanos.addAndGet(Duration.ofSeconds(2).toNanos());
            return table(most);
        };

        assertThat(clearing.run(slow)).isEqualTo(300);
        assertThat(clearing.run(this::table)).isEqualTo(750);
    }

    @Test
    void aStepRemovesSomething() {
        assertThatThrownBy(() -> new Clearing(0, Duration.ZERO, nanos::get))
                .hasMessage("step must be at least 1, not 0");
    }
}
