package io.drover.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuMeterTest {

    private static final String STAT =
            "42 (a b) c) S 1 42 42 0 -1 4194560 900 80 1 0 150 50 30 20 20 0 9 0 100 1000 200 18446744073709551615";

    @Test
    void aProcessIsReadWhateverItsName() {
        assertThat(CpuMeter.ofProcess(STAT, false)).isEqualTo(2.0);
    }

    @Test
    void childrenThatEndedCountWithTheirParent() {
        assertThat(CpuMeter.ofProcess(STAT, true)).isEqualTo(2.5);
    }

    @Test
    void idleAndWaitingIsNotUsed() {
        assertThat(CpuMeter.ofMachine("cpu  100 20 30 5000 700 10 20 20 90 0")).isEqualTo(2.0);
    }

    @Test
    void whatThisProcessUsesIsSeen() {
        CpuMeter meter = new CpuMeter(
                ProcessHandle.current().pid(), ProcessHandle.current().pid());
        assertThat(meter.read().driver()).isPositive();
    }
}
