package io.drover.benchmarks.history;

import io.drover.benchmarks.history.ModeChange.Mode;
import io.drover.benchmarks.history.Placement.Placed;
import io.drover.benchmarks.history.Placement.Reason;
import io.drover.benchmarks.history.Violation.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * No new session on a host after its drain was acknowledged, and none at all after its maintenance was, until it was
 * lifted: neither among the answers, nor, by its own commit times, in the database.
 */
final class ClosedHostCheck {

    private final History history;
    private final Hosts hosts;
    private final Stays stays;

    ClosedHostCheck(History history, Hosts hosts, Stays stays) {
        this.history = history;
        this.hosts = hosts;
        this.stays = stays;
    }

    List<Violation> violations() {
        List<Violation> found = new ArrayList<>();
        history.placements().forEach(placement -> {
            if (placement.answer() instanceof Placed placed) {
                hosts.surelyClosed(placed.host(), placement.span())
                        .filter(closed -> !mayReconnect(closed, placement, placed))
                        .ifPresent(closed -> found.add(answered(closed, placement, placed)));
            }
        });
        lateWrites(found);
        return found;
    }

    private boolean mayReconnect(ModeChange closed, Placement placement, Placed placed) {
        return closed.mode() == Mode.DRAIN
                && (placed.reason() != Reason.LOAD_BALANCE || placement.isRepeated())
                && stays.mayStandBehind(placement.person(), placed.host(), placement.span());
    }

    private static Violation answered(ModeChange closed, Placement placement, Placed placed) {
        return new Violation(
                Kind.CLOSED_HOST,
                placement.span().end(),
                "%s to %s (%s, broker %d, asked at %.3f s), whose %s was acknowledged at %.3f s"
                        .formatted(
                                placement.person(),
                                placed.host(),
                                placed.reason(),
                                placement.broker(),
                                placement.span().start() / 1e9,
                                closed.mode(),
                                closed.span().end() / 1e9));
    }

    /** The commits of leases and of operators' changes exclude one another, so their commit times are in order. */
    private void lateWrites(List<Violation> found) {
        Map<String, StoredWrite.OfMode> modes = new HashMap<>();
        for (StoredWrite write : history.writes()) {
            if (write instanceof StoredWrite.OfMode mode) {
                modes.put(mode.host(), mode);
            } else if (write instanceof StoredWrite.OfLease lease) {
                StoredWrite.OfMode mode = modes.get(lease.host());
                if (mode != null && forbids(mode.mode(), lease)) {
                    found.add(new Violation(
                            Kind.CLOSED_HOST,
                            0,
                            "the lease of %s on %s was committed %d us after the host's %s"
                                    .formatted(
                                            lease.person(),
                                            lease.host(),
                                            lease.committed() - mode.committed(),
                                            mode.mode())));
                }
            }
        }
    }

    private static boolean forbids(Mode mode, StoredWrite.OfLease lease) {
        return switch (mode) {
            case ONLINE -> false;
            case DRAIN -> lease.placement();
            case MAINTENANCE -> true;
        };
    }
}
