package io.drover.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class FootprintsTest {

    @Test
    void theHeapIsReadForEachCollector() throws IOException {
        assertThat(Footprints.heapKiB("""
                 garbage-first heap   total 262144K, used 62338K [0x0000000684c00000, 0x0000000800000000)
                  region size 4096K, 1 young (4096K), 0 survivors (0K)
                 Metaspace       used 85420K, committed 86208K, reserved 1179648K
                  class space    used 9540K, committed 9920K, reserved 1048576K
                """)).isEqualTo(62_338);
        assertThat(Footprints.heapKiB("""
                 def new generation   total 9792K, used 1000K [0x0000000684c00000, 0x0000000685690000)
                  eden space 8704K,   5% used [0x0000000684c00000, 0x0000000684c7a1a8)
                 tenured generation   total 21888K, used 234K [0x00000007042a0000, 0x0000000705800000)
                """)).isEqualTo(1_234);
    }

    @Test
    void whatCannotBeReadIsNotZero() {
        assertThatThrownBy(() -> Footprints.heapKiB("ZHeap used 62M")).isInstanceOf(IOException.class);
    }
}
