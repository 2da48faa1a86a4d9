package io.drover.benchmarks.load;

/**
 * One line of the report.
 *
 * @param system who was measured: {@code broker} or the baseline's name
 * @param model {@code closed}: as fast as it goes; {@code open}: at half the rate of that
 * @param clients connections
 * @param rate answers a second
 * @param p50Ms the median, in ms; in the open model from when a user came
 * @param p99Ms of 99 in 100
 * @param p999Ms of 999 in 1,000
 * @param brokerMicros processor time of the broker's process for each answer, in µs
 * @param postgresMicros of PostgreSQL
 * @param driverMicros of what asks
 * @param othersCores how many processors everybody else on the machine used meanwhile
 * @param failed how many were not answered as they should be
 */
record Row(
        String system,
        String model,
        int clients,
        double rate,
        double p50Ms,
        double p99Ms,
        double p999Ms,
        double brokerMicros,
        double postgresMicros,
        double driverMicros,
        double othersCores,
        long failed) {

    static final String BROKER = "broker";
    static final String CLOSED = "closed";
    static final String OPEN = "open";

    private static final double MEDIAN = 50;
    private static final double MOST = 99;
    private static final double NEARLY_ALL = 99.9;

    static Row of(String system, String model, int clients, Sample sample, CpuSeconds used) {
        double micros = 1e6 / Math.max(1, sample.count());
        return new Row(
                system,
                model,
                clients,
                sample.rate(),
                sample.millisAt(MEDIAN),
                sample.millisAt(MOST),
                sample.millisAt(NEARLY_ALL),
                used.broker() * micros,
                used.postgres() * micros,
                used.driver() * micros,
                used.others() / sample.seconds(),
                sample.failed());
    }

    double serviceMicros() {
        return brokerMicros + postgresMicros;
    }

    boolean isSame(Row other) {
        return system.equals(other.system) && model.equals(other.model) && clients == other.clients;
    }
}
