package io.drover.collect;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * How long each core was idle and busy since the host booted.
 *
 * @param cores seconds by the name of the core
 */
record CpuTimes(Map<String, Core> cores) {

    private static final double LEAST_SECONDS = 0.001;

    CpuTimes {
        cores = Map.copyOf(cores);
    }

    /** Seconds of one core. */
    record Core(double idle, double busy) {}

    /**
     * How busy all cores together were since an earlier look, 0 to 100. Both times are the exporter's, so that neither
     * clock nor the way of the answer matters. A core that was not there before does not count.
     *
     * @return empty when no time went by, or a counter began anew
     */
    OptionalDouble percentSince(CpuTimes earlier) {
        double idle = 0;
        double busy = 0;
        for (Map.Entry<String, Core> core : cores.entrySet()) {
            Core before = earlier.cores.get(core.getKey());
            if (before != null) {
                double moreIdle = core.getValue().idle() - before.idle();
                double moreBusy = core.getValue().busy() - before.busy();
                if (moreIdle < 0 || moreBusy < 0) {
                    return OptionalDouble.empty();
                }
                idle += moreIdle;
                busy += moreBusy;
            }
        }
        double all = idle + busy;
        return all < LEAST_SECONDS ? OptionalDouble.empty() : OptionalDouble.of(100 * busy / all);
    }
}
