package io.drover.desired;

import io.drover.fleet.FleetListener;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The policies that are set now, by their owner, kept in memory. Safe for use by many threads. */
public final class PolicyBook implements FleetListener {

    private static final Set<String> EVERYBODY = Set.of("");

    private final AgentPolicyDao dao;
    private final Map<Key, AgentPolicyRevision> current = new ConcurrentHashMap<>();

    public PolicyBook(AgentPolicyDao dao) {
        this.dao = dao;
    }

    private record Key(String kind, String id) {}

    /** What is set for an owner. */
    Optional<AgentPolicyRevision> of(PolicyOwner owner, String id) {
        return Optional.ofNullable(current.get(new Key(owner.text(), id)));
    }

    @Override
    public void agentsChanged(Set<String> ids) {
        read(PolicyOwner.AGENT, ids);
    }

    @Override
    public void farmsChanged(Set<String> ids) {
        read(PolicyOwner.FARM, ids);
    }

    @Override
    public void globalPolicyChanged() {
        read(PolicyOwner.GLOBAL, EVERYBODY);
    }

    @Override
    public void reload() {
        Map<Key, AgentPolicyRevision> before = Map.copyOf(current);
        Map<Key, AgentPolicyRevision> read = new HashMap<>();
        dao.newest().forEach(revision -> read.put(key(revision), revision));
        before.forEach((key, known) -> lose(key, known, read.get(key)));
        read.values().forEach(this::put);
    }

    /** What was known before everything was read goes for what was read: a standby that was promoted may lack it. */
    private void lose(Key key, AgentPolicyRevision known, @Nullable AgentPolicyRevision read) {
        if (read == null) {
            current.remove(key, known);
        } else {
            current.replace(key, known, read);
        }
    }

    private void read(PolicyOwner owner, Set<String> ids) {
        List<AgentPolicyRevision> newest = dao.newest(owner.text(), ids);
        newest.forEach(this::put);
    }

    /** What was read earlier and is told later changes nothing; what was taken away is remembered as such. */
    private void put(AgentPolicyRevision revision) {
        current.compute(key(revision), (key, known) -> newer(known, revision));
    }

    private static AgentPolicyRevision newer(@Nullable AgentPolicyRevision known, AgentPolicyRevision read) {
        boolean newer = known == null || Long.parseLong(known.revision()) <= Long.parseLong(read.revision());
        return newer || known == null ? read : known;
    }

    private static Key key(AgentPolicyRevision revision) {
        return new Key(revision.ownerKind(), revision.ownerId());
    }
}
