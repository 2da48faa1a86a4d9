package io.drover.benchmarks.history;

import io.drover.benchmarks.history.Placement.Placed;
import io.drover.benchmarks.history.Placement.Reason;
import io.drover.benchmarks.history.Violation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Nobody is on two hosts while a lease holds and its host is available, and no acknowledged lease is lost.
 *
 * <p>A lease that was answered stands until it ends, is released, or another placement of its user may move it; and
 * that placement may do so only while the host may refuse the user. What may have happened excuses; so whatever is
 * found here cannot have come about in any order of events.
 */
final class LeaseCheck {

    private final Promises promises;
    private final Hosts hosts;
    private final Stays stays;
    private final Map<String, List<Placement>> placements;
    private final History history;

    LeaseCheck(History history, Promises promises, Hosts hosts, Stays stays) {
        this.promises = promises;
        this.hosts = hosts;
        this.stays = stays;
        this.history = history;
        placements = history.placements().stream().collect(Collectors.groupingBy(Placement::person));
    }

    List<Violation> violations() {
        List<Violation> found = new ArrayList<>();
        placements.values().forEach(of -> inspect(of, found));
        twoInTheDatabase(found);
        return found;
    }

    private void inspect(List<Placement> all, List<Violation> found) {
        List<Placement> placed =
                all.stream().filter(p -> p.answer() instanceof Placed).toList();
        for (Placement later : placed) {
            Placed to = (Placed) later.answer();
            if (to.reason() == Reason.EXISTING_SESSION) {
                if (!stays.maySeeSession(later.person(), to.host(), later.span())) {
                    found.add(violation(Kind.NO_SUCH_SESSION, later, "no heartbeat shows a session there"));
                }
                continue;
            }
            placed.stream()
                    .filter(earlier -> contradicts(earlier, later, all))
                    .findFirst()
                    .ifPresent(earlier -> found.add(contradiction(earlier, later)));
        }
        placed.stream()
                .filter(last ->
                        mustBeThere(last, all) && history.leases().stream().noneMatch(l -> isOf(l, last)))
                .forEach(last ->
                        found.add(violation(Kind.LOST_LEASE, last, "the database does not hold it at the end")));
    }

    private static Violation contradiction(Placement earlier, Placement later) {
        Kind kind = later.isOn(((Placed) earlier.answer()).host()) ? Kind.LOST_LEASE : Kind.TWO_HOSTS;
        return violation(kind, later, "although before: " + told(earlier));
    }

    private boolean contradicts(Placement earlier, Placement later, List<Placement> all) {
        Placed from = (Placed) earlier.answer();
        Placed to = (Placed) later.answer();
        if (earlier.equals(later)) {
            return false;
        }
        if (from.host().equals(to.host())) {
            return to.reason() == Reason.LOAD_BALANCE
                    && earlier.span().end() < later.since()
                    && !hosts.mayRefuse(
                            from.host(),
                            later.person(),
                            later.since(),
                            later.span().start())
                    && isInexcusable(earlier, later, all);
        }
        if (earlier.span().isBefore(later.span())) {
            return isInexcusable(earlier, later, all);
        }
        return earlier.span().overlaps(later.span().start(), later.span().end())
                && from.reason() != Reason.EXISTING_SESSION
                && isInexcusable(earlier, later, all)
                && isInexcusable(later, earlier, all);
    }

    /** Whether the earlier one's lease surely stood and led to its host when the later one was decided. */
    private boolean isInexcusable(Placement earlier, Placement later, List<Placement> all) {
        String host = ((Placed) earlier.answer()).host();
        return stands(earlier, later.span().end())
                && !later.excluded().contains(host)
                && !hosts.mayRefuse(
                        host, later.person(), later.span().start(), later.span().end())
                && all.stream()
                        .filter(other -> !other.equals(earlier) && !other.equals(later))
                        .noneMatch(other -> mayMove(other, earlier, later.span()));
    }

    /** Whether a lease was neither run out nor released until then. */
    private boolean stands(Placement placement, long until) {
        Placed placed = (Placed) placement.answer();
        return until < placed.leaseEnds() - promises.tolerance()
                && !stays.mayBeReleased(
                        placement.person(), placed.host(), placement.span().start(), until);
    }

    /** Whether another placement of the user may have moved the lease before then. */
    private boolean mayMove(Placement other, Placement earlier, Span before) {
        Placed held = (Placed) earlier.answer();
        long from = Math.max(other.span().start(), earlier.span().start());
        long until = Math.min(other.span().end(), before.end());
        if (from > until || !other.mayWrite() || other.isOn(held.host())) {
            return false;
        }
        boolean mayFollowASession = other.answer() instanceof Placed to
                ? to.reason() == Reason.EXISTING_SESSION
                : !(other.answer() instanceof Placement.Refused) && sessionElsewhere(other, held.host(), from, until);
        return mayFollowASession
                || other.excluded().contains(held.host())
                || hosts.mayRefuse(held.host(), other.person(), from, until);
    }

    private boolean sessionElsewhere(Placement other, String host, long from, long until) {
        return hosts.names().stream()
                .anyMatch(
                        name -> !name.equals(host) && stays.maySeeSession(other.person(), name, new Span(from, until)));
    }

    /** Whether the lease of a placement must be in the database at the end. */
    private boolean mustBeThere(Placement last, List<Placement> all) {
        Placed placed = (Placed) last.answer();
        Span read = history.read();
        return read.start() > last.span().end()
                && stands(last, read.end())
                && all.stream()
                        .filter(other -> !other.equals(last)
                                && other.span().end() >= last.span().start())
                        .allMatch(other -> !other.mayWrite() || other.isOn(placed.host()));
    }

    private boolean isOf(StoredLease lease, Placement placement) {
        Placed placed = (Placed) placement.answer();
        return lease.person().equals(placement.person())
                && lease.host().equals(placed.host())
                && lease.ends() >= placed.leaseEnds() - promises.tolerance();
    }

    private void twoInTheDatabase(List<Violation> found) {
        history.leases().stream()
                .filter(lease -> lease.ends() > history.read().end())
                .collect(Collectors.groupingBy(StoredLease::person))
                .forEach((person, leases) -> {
                    List<String> on =
                            leases.stream().map(StoredLease::host).distinct().toList();
                    if (on.size() > 1) {
                        found.add(new Violation(
                                Kind.TWO_HOSTS, history.read().start(), person + " holds leases on " + on));
                    }
                });
    }

    private static Violation violation(Kind kind, Placement placement, String why) {
        return new Violation(kind, placement.span().end(), told(placement) + ", " + why);
    }

    private static String told(Placement placement) {
        Placed placed = (Placed) placement.answer();
        return "%s to %s (%s, broker %d, asked at %.3f s, answered at %.3f s, holds until %.3f s)"
                .formatted(
                        placement.person(),
                        placed.host(),
                        placed.reason(),
                        placement.broker(),
                        placement.span().start() / 1e9,
                        placement.span().end() / 1e9,
                        placed.leaseEnds() / 1e9);
    }
}
