package io.drover.simulate;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What is measured of a run; the smaller, the better. */
public enum Figure {
    /** The largest minus the smallest number of users on a host, for each 100 of its weight, at the worst moment. */
    SPREAD("spread"),
    /** The same at the end. */
    SPREAD_AT_END("spread_at_end"),
    /** The most users that one host may have above or below its share by weight, at the end. */
    OFF_SHARE("off_share"),
    /** The most logons at once on one host. */
    LOGONS("logons"),
    /** By how many the most logons at once on a host exceed its own limit. */
    OVER_LIMIT("logons_over_limit"),
    /** How often the answer was that there is no host. */
    REFUSED("refused"),
    /** How often a user was sent to a host that was down. */
    FAILED("failed");

    private final String word;

    Figure(String word) {
        this.word = word;
    }

    /** Its name in JSON. */
    public String word() {
        return word;
    }

    /** The key of a goal. */
    public String goal() {
        return word + "_at_most";
    }

    /** The heading of a column. */
    public String heading() {
        return word.replace('_', ' ').toUpperCase(Locale.ROOT);
    }

    /** Its value for a run. */
    public double of(RunResult run) {
        return switch (this) {
            case SPREAD -> run.worstSpread();
            case SPREAD_AT_END -> run.spreadAtEnd();
            case OFF_SHARE -> offShare(run);
            case LOGONS -> most(run.hosts(), HostResult::worstLogons);
            case OVER_LIMIT -> most(run.hosts(), HostResult::overLimit);
            case REFUSED -> run.refused();
            case FAILED -> run.failed();
        };
    }

    /** Its worst value for several runs. */
    public double worst(List<RunResult> runs) {
        return runs.stream().mapToDouble(this::of).max().orElse(0);
    }

    private static double most(List<HostResult> hosts, ToDoubleFunction<HostResult> of) {
        return hosts.stream().mapToDouble(of).max().orElse(0);
    }

    private static double offShare(RunResult run) {
        List<HostResult> up = run.hosts().stream().filter(HostResult::up).toList();
        double users = up.stream().mapToDouble(HostResult::users).sum();
        double weight = up.stream().mapToDouble(HostResult::weight).sum();
        return most(up, host -> Math.abs(host.users() - users * host.weight() / weight));
    }
}
