package io.drover.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.control.Actor;
import io.drover.control.AfterCommit;
import io.drover.control.Change;
import io.drover.control.Cursor;
import io.drover.control.Page;
import io.drover.control.PageRequest;
import io.drover.control.Refusal;
import io.drover.control.Subject;
import io.drover.control.Tokens;
import io.drover.control.VersionedWrite;
import io.drover.control.Violations;
import io.drover.policy.Strategies;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What operators do to farms. Safe for use by many threads. */
public final class FarmService {

    private static final int ID_BYTES = 8;

    private final FarmDao dao;
    private final FleetListener listener;
    private final Tokens tokens;
    private final Supplier<Strategies> strategies;

    /**
     * A service.
     *
     * @param listener is told of every change after it was committed
     * @param strategies those that farms may have now
     */
    public FarmService(FarmDao dao, FleetListener listener, Tokens tokens, Supplier<Strategies> strategies) {
        this.dao = dao;
        this.listener = listener;
        this.tokens = tokens;
        this.strategies = strategies;
    }

    public Optional<Farm> find(String id) {
        return dao.find(id);
    }

    /** Farms, the newest first. */
    public Page<Farm> list(PageRequest page) {
        List<FarmDao.Listed> rows = dao.page(page.after().at(), page.after().id(), page.limit() + 1);
        return Page.of(
                page,
                rows,
                FarmDao.Listed::farm,
                row -> new Cursor(row.listedAt(), row.farm().id()));
    }

    /** Adds a farm. */
    public Change<Farm> create(FarmDraft wanted, Actor who) {
        FarmDraft draft = wanted.under(wanted.id().isEmpty() ? tokens.next(ID_BYTES) : wanted.id());
        Violations violations = new Violations();
        check(draft, violations);
        if (!violations.isEmpty()) {
            return Change.invalid(violations.list());
        }
        return dao.insert(draft.farm(), who.name(), "create")
                .map(this::changed)
                .orElseGet(() -> Change.refused(new Refusal.AlreadyExists(Subject.FARM, draft.id())));
    }

    /**
     * Replaces a farm as a whole.
     *
     * @param expected the version that the caller saw, null when any will do
     */
    public Change<Farm> replace(String id, FarmDraft wanted, @Nullable Long expected, Actor who) {
        FarmDraft draft = wanted.under(id);
        Violations violations = new Violations();
        if (!wanted.id().isEmpty() && !wanted.id().equals(id)) {
            violations.add("id", "must be left out or be the farm's own");
        }
        check(draft, violations);
        if (!violations.isEmpty()) {
            return Change.invalid(violations.list());
        }
        return farm(id).run(
                        expected,
                        current -> dao.update(draft.farm(), current.controlVersion(), who.name(), "replace")
                                .map(this::changed));
    }

    /** Sets what agents of a farm are to apply; null takes it away. */
    public Change<Farm> assignPolicy(String id, @Nullable JsonNode policy, Actor who) {
        return farm(id).run(
                        null,
                        current -> dao.update(
                                        current.withPolicy(policy), current.controlVersion(), who.name(), "rollback")
                                .map(this::changed));
    }

    /**
     * Deletes a farm.
     *
     * @param expected the version that the caller saw, null when any will do
     * @param force also when it serves enabled resources
     */
    public Change<Farm> delete(String id, @Nullable Long expected, boolean force, Actor who) {
        return farm(id).run(
                        expected,
                        current -> dao.delete(
                                        id,
                                        current.controlVersion(),
                                        force,
                                        who.name(),
                                        force ? "delete_forced" : "delete")
                                .map(this::changed)
                                .or(() -> inUse(id, force)));
    }

    private void check(FarmDraft draft, Violations violations) {
        draft.check(violations);
        if (violations.isEmpty()) {
            draft.check(strategies.get(), violations);
        }
    }

    private Optional<Change<Farm>> inUse(String id, boolean force) {
        List<String> users = force ? List.of() : dao.usedBy(id);
        return users.isEmpty()
                ? Optional.empty()
                : Optional.of(Change.refused(new Refusal.InUse(Subject.FARM, id, users)));
    }

    private VersionedWrite<Farm> farm(String id) {
        return new VersionedWrite<>(Subject.FARM, id, () -> dao.find(id), Farm::controlVersion);
    }

    private Change<Farm> changed(Farm farm) {
        AfterCommit.tell(() -> listener.farmsChanged(Set.of(farm.id())));
        return Change.done(farm);
    }
}
