package io.drover.simulate;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** Another way to balance, to hold the rules against. It has no state but its moment's chance. */
public interface Comparison {

    /** Those that every storm is run with. */
    List<Comparison> ALL = List.of(new SeedFormula(), new KasmJitter(), new LeastSessions(), new TwoChoices());

    /** What it is called. */
    String name();

    /** The host for a new user; empty when there is none. */
    Optional<HostReport> pick(Moment moment);

    /**
     * What is known when a user comes.
     *
     * @param hosts the last heartbeat of every host that is online and well, in the order of their ids
     * @param answers whether a host answers now, for those who knock before they send anybody
     * @param chance what is drawn from
     */
    record Moment(List<HostReport> hosts, Predicate<String> answers, RandomGenerator chance) {
        public Moment {
            hosts = List.copyOf(hosts);
        }
    }
}
