package io.drover.benchmarks.load;

/**
 * Processor time used, in seconds.
 *
 * @param broker by the broker's process
 * @param postgres by the server and all of its processes
 * @param driver by this process and what it ran besides, {@code pgbench} for one
 * @param machine by everything on the machine, what others do included
 */
record CpuSeconds(double broker, double postgres, double driver, double machine) {

    CpuSeconds minus(CpuSeconds before) {
        return new CpuSeconds(
                broker - before.broker, postgres - before.postgres, driver - before.driver, machine - before.machine);
    }

    /** What the service costs: broker and database. */
    double service() {
        return broker + postgres;
    }

    /** By everybody else. */
    double others() {
        return machine - service() - driver;
    }
}
