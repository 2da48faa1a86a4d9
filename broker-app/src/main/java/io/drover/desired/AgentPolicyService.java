package io.drover.desired;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.control.Actor;
import io.drover.control.AfterCommit;
import io.drover.control.Change;
import io.drover.control.Cursor;
import io.drover.control.Page;
import io.drover.control.PageRequest;
import io.drover.control.Refusal;
import io.drover.control.Subject;
import io.drover.control.Violations;
import io.drover.fleet.AgentService;
import io.drover.fleet.ControlChange;
import io.drover.fleet.FarmService;
import io.drover.fleet.FleetListener;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sets the policy for everybody, shows what was ever set, and brings it back. Policies of agents and farms are set with
 * them. Safe for use by many threads.
 */
public final class AgentPolicyService {

    private final AgentPolicyDao dao;
    private final AgentService agents;
    private final FarmService farms;
    private final FleetListener listener;

    /** @param listener is told of every change after it was committed */
    public AgentPolicyService(AgentPolicyDao dao, AgentService agents, FarmService farms, FleetListener listener) {
        this.dao = dao;
        this.agents = agents;
        this.farms = farms;
        this.listener = listener;
    }

    /** The policy for everybody as it was set last; empty when it never was. */
    public Optional<AgentPolicyRevision> global() {
        return dao.newest(PolicyOwner.GLOBAL.text(), Set.of("")).stream().findFirst();
    }

    /** Sets the policy for everybody; null takes it away. */
    public Change<AgentPolicyRevision> setGlobal(@Nullable JsonNode policy, Actor who) {
        return setGlobal(policy, who, policy == null ? "delete" : "replace");
    }

    private Change<AgentPolicyRevision> setGlobal(@Nullable JsonNode policy, Actor who, String action) {
        Violations violations = new Violations();
        violations.policy("policy", policy);
        if (!violations.isEmpty()) {
            return Change.invalid(violations.list());
        }
        AgentPolicyRevision revision = dao.setGlobal(policy, who.name(), action);
        AfterCommit.tell(listener::globalPolicyChanged);
        return Change.done(revision);
    }

    /**
     * What was ever set, the newest first.
     *
     * @param owner only that of such owners, null for all
     * @param ownerId only that of this agent or farm, empty for all
     */
    public Page<AgentPolicyRevision> history(@Nullable PolicyOwner owner, String ownerId, PageRequest page) {
        String kind = owner == null ? "" : owner.text();
        List<AgentPolicyRevision> rows = dao.page(kind, ownerId, below(page.after()), page.limit() + 1);
        return Page.of(page, rows, row -> row, row -> new Cursor(row.at(), row.revision()));
    }

    private static long below(Cursor cursor) {
        return cursor.id().matches("\\d{1,18}") ? Long.parseLong(cursor.id()) : Long.MAX_VALUE;
    }

    /** Sets what a revision set, once more, for the same owner; that is a new revision. */
    public Change<AgentPolicyRevision> rollback(String revision, Actor who) {
        Optional<AgentPolicyRevision> wanted =
                revision.matches("\\d{1,18}") ? dao.find(Long.parseLong(revision)) : Optional.empty();
        if (wanted.isEmpty()) {
            return Change.refused(new Refusal.NotFound(Subject.REVISION, revision));
        }
        AgentPolicyRevision old = wanted.get();
        JsonNode policy = old.policy();
        PolicyOwner owner = PolicyOwner.of(old.ownerKind());
        return switch (owner) {
            case AGENT -> done(owner, old, agents.control(old.ownerId(), ControlChange.policy(policy), null, who));
            case FARM -> done(owner, old, farms.assignPolicy(old.ownerId(), policy, who));
            case GLOBAL -> setGlobal(policy, who, "rollback");
        };
    }

    /** The newest revision: one of its own, or what was set already when the rollback changed nothing. */
    private Change<AgentPolicyRevision> done(PolicyOwner owner, AgentPolicyRevision old, Change<?> change) {
        if (change instanceof Change.Refused<?> refused) {
            return Change.refused(refused.refusal());
        }
        return Change.done(dao.newest(owner.text(), Set.of(old.ownerId())).get(0));
    }
}
