package io.drover.fleet;

import io.drover.lease.Lease;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Gathers what came in at once, and notices when a bulletin is missing. For one thread. */
final class BulletinBoard {

    private final String ownInstance;
    private final Map<String, Long> counters = new HashMap<>();
    private final Set<String> agents = new LinkedHashSet<>();
    private final Set<String> heartbeats = new LinkedHashSet<>();
    private final Set<String> farms = new LinkedHashSet<>();
    private final Set<String> resources = new LinkedHashSet<>();
    private final Set<String> commands = new LinkedHashSet<>();
    private final Set<String> connections = new LinkedHashSet<>();
    private final List<Lease> written = new ArrayList<>();
    private final List<Lease> released = new ArrayList<>();
    private boolean globalPolicy;
    private boolean missed;

    BulletinBoard(String ownInstance) {
        this.ownInstance = ownInstance;
    }

    void pin(String text) {
        Optional<Bulletin> bulletin = Bulletin.of(text);
        if (bulletin.isEmpty()) {
            missed = true;
            return;
        }
        Bulletin read = bulletin.get();
        long expected = counters.getOrDefault(read.instance(), 0L) + 1;
        missed |= read.counter() > expected;
        counters.merge(read.instance(), read.counter(), Math::max);
        boolean own = read.instance().equals(ownInstance);
        read.notices().forEach(notice -> pin(notice, own));
    }

    /** Own heartbeats, connections and leases that were written are in the own view already, and are many. */
    private void pin(Notice notice, boolean own) {
        switch (notice.kind()) {
            case AGENT -> agents.add(notice.id());
            case HEARTBEAT -> {
                if (!own) {
                    heartbeats.add(notice.id());
                }
            }
            case CONNECTION -> {
                if (!own) {
                    connections.add(notice.id());
                }
            }
            case FARM -> farms.add(notice.id());
            case RESOURCE -> resources.add(notice.id());
            case LEASE -> {
                if (!own) {
                    written.add(notice.theLease());
                }
            }
            case RELEASED -> released.add(notice.theLease());
            case COMMAND -> commands.add(notice.id());
            case POLICY -> globalPolicy = true;
            case MISSED -> missed |= !own;
        }
    }

    /** Tells all that is pinned and takes it down. */
    void tell(FleetListener listener) {
        if (missed) {
            missed = false;
            listener.reload();
        }
        tell(farms, listener::farmsChanged);
        tell(resources, listener::resourcesChanged);
        tell(agents, listener::agentsChanged);
        tell(heartbeats, listener::heartbeatsChanged);
        tell(commands, listener::commandsChanged);
        if (globalPolicy) {
            globalPolicy = false;
            listener.globalPolicyChanged();
        }
        if (!released.isEmpty()) {
            listener.leasesReleased(List.copyOf(released));
            released.clear();
        }
        if (!written.isEmpty()) {
            listener.leasesWritten(List.copyOf(written));
            written.clear();
        }
        tell(connections, listener::connectionsChanged);
    }

    private static void tell(Set<String> ids, Consumer<Set<String>> call) {
        if (!ids.isEmpty()) {
            call.accept(Set.copyOf(ids));
            ids.clear();
        }
    }
}
