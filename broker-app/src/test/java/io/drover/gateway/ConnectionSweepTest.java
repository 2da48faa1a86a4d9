package io.drover.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConnectionSweepTest {

    private long seconds;
    private boolean away;
    private int swept;
    private Runnable onAsk = () -> {};
    private final ConnectionSweep sweep = new ConnectionSweep(
            this::ask,
            this::sweep,
            Duration.ofSeconds(90),
            () -> Duration.ofSeconds(seconds).toNanos());

    private void ask() {
        onAsk.run();
        if (away) {
            throw new IllegalStateException("the database is away");
        }
    }

    private void sweep() {
        if (away) {
            throw new IllegalStateException("the database is away");
        }
        swept++;
    }

    private void fail() {
        assertThatThrownBy(sweep::run).hasMessage("the database is away");
    }

    @Test
    void runsEachTime() {
        sweep.run();
        sweep.run();
        assertThat(swept).isEqualTo(2);
    }

    /** The machine was suspended, or the database's clock was set: all connections look old at once. */
    @Test
    void waitsWhenNobodyWasHeardUntilNow() {
        sweep.run();
        seconds = 10;
        sweep.waitForGateways();
        sweep.run();
        seconds = 99;
        sweep.run();
        assertThat(swept).isEqualTo(1);
        seconds = 100;
        sweep.run();
        assertThat(swept).isEqualTo(2);
    }

    @Test
    void whatTheDatabaseTellsBeforeTheSweepHoldsItBack() {
        onAsk = sweep::waitForGateways;
        sweep.run();
        assertThat(swept).isZero();

        onAsk = () -> {};
        seconds = 90;
        sweep.run();
        assertThat(swept).isEqualTo(1);
    }

    @Test
    void waitsUntilGatewaysCouldSpeakAgainAfterTheDatabaseIsBack() {
        away = true;
        fail();
        seconds = 85;
        fail();
        away = false;
        seconds = 95;
        sweep.run();
        seconds = 184;
        sweep.run();
        assertThat(swept).isZero();
        seconds = 185;
        sweep.run();
        seconds = 186;
        sweep.run();
        assertThat(swept).isEqualTo(2);
    }

    @Test
    void waitsAgainWhenTheDatabaseGoesAgain() {
        away = true;
        fail();
        away = false;
        sweep.run();
        away = true;
        seconds = 90;
        fail();
        away = false;
        seconds = 100;
        sweep.run();
        seconds = 189;
        sweep.run();
        assertThat(swept).isZero();
        seconds = 190;
        sweep.run();
        assertThat(swept).isEqualTo(1);
    }
}
