package io.drover.benchmarks.history;

import io.drover.benchmarks.history.Violation.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds in a history what must not have happened. It asks nobody and knows no clock: the same history gives the same
 * violations. What is uncertain, such as a request without an answer, is taken to have happened or not, and at
 * whichever moment excuses the rest; so what is found is no false alarm.
 */
public final class Checker {

    private final Promises promises;

    /** @param promises what the product promises of times */
    public Checker(Promises promises) {
        this.promises = promises;
    }

    /** What is wrong, and how much could be judged. */
    public Findings check(History history) {
        Hosts hosts = new Hosts(history, promises);
        Stays stays = new Stays(history, hosts, promises);
        List<Violation> found = new ArrayList<>();
        history.faults()
                .forEach(fault -> found.add(new Violation(
                        Kind.FAULT,
                        fault.span().end(),
                        "broker %d answered %s with %s".formatted(fault.broker(), fault.request(), fault.answer()))));
        found.addAll(new LeaseCheck(history, promises, hosts, stays).violations());
        found.addAll(new ClosedHostCheck(history, hosts, stays).violations());
        Findings counts = new CountCheck(history, promises, hosts, stays).findings();
        found.addAll(counts.violations());
        found.sort(Comparator.comparingLong(Violation::at));
        return new Findings(found, counts.counts());
    }
}
