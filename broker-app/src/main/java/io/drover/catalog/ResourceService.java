package io.drover.catalog;

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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What operators do to published resources. Safe for use by many threads. */
public final class ResourceService {

    private static final int ID_BYTES = 8;

    private final ResourceDao dao;
    private final Consumer<Set<String>> changed;
    private final Tokens tokens;

    /**
     * A service.
     *
     * @param changed is told the ids of what was changed, after it was committed
     */
    public ResourceService(ResourceDao dao, Consumer<Set<String>> changed, Tokens tokens) {
        this.dao = dao;
        this.changed = changed;
        this.tokens = tokens;
    }

    public Optional<Resource> find(String id) {
        return dao.find(id);
    }

    /** Resources, the newest first. */
    public Page<Resource> list(PageRequest page) {
        List<ResourceDao.Listed> rows = dao.page(page.after().at(), page.after().id(), page.limit() + 1);
        return Page.of(
                page,
                rows,
                ResourceDao.Listed::resource,
                row -> new Cursor(row.listedAt(), row.resource().id()));
    }

    /** Adds a resource. */
    public Change<Resource> create(ResourceDraft wanted, Actor who) {
        ResourceDraft draft = wanted.under(wanted.id().isEmpty() ? tokens.next(ID_BYTES) : wanted.id());
        Violations violations = new Violations();
        draft.check(violations);
        if (!violations.isEmpty()) {
            return Change.invalid(violations.list());
        }
        Resource resource = draft.resource();
        return dao.insert(resource, key(resource), who.name(), "create")
                .map(this::done)
                .or(() -> beside(resource))
                .orElseGet(() -> Change.refused(new Refusal.AlreadyExists(Subject.RESOURCE, resource.id())));
    }

    /**
     * Replaces a resource as a whole.
     *
     * @param expected the version that the caller saw, null when any will do
     */
    public Change<Resource> replace(String id, ResourceDraft wanted, @Nullable Long expected, Actor who) {
        ResourceDraft draft = wanted.under(id);
        Violations violations = new Violations();
        if (!wanted.id().isEmpty() && !wanted.id().equals(id)) {
            violations.add("id", "must be left out or be the resource's own");
        }
        draft.check(violations);
        if (!violations.isEmpty()) {
            return Change.invalid(violations.list());
        }
        Resource resource = draft.resource();
        return resource(id)
                .run(
                        expected,
                        current -> dao.update(resource, key(resource), current.controlVersion(), who.name(), "replace")
                                .map(this::done)
                                .or(() -> beside(resource)));
    }

    /**
     * Deletes a resource.
     *
     * @param expected the version that the caller saw, null when any will do
     */
    public Change<Resource> delete(String id, @Nullable Long expected, Actor who) {
        return resource(id)
                .run(
                        expected,
                        current -> dao.delete(id, current.controlVersion(), who.name(), "delete")
                                .map(this::done));
    }

    /** Why the database did not take a resource beside the others; empty when that was not the reason. */
    private Optional<Change<Resource>> beside(Resource resource) {
        if (!dao.farmExists(resource.farmId())) {
            return Optional.of(Change.refused(Refusal.Invalid.of("farm_id", "there is no such farm")));
        }
        if (!resource.enabled()) {
            return Optional.empty();
        }
        return dao.clashes(resource, key(resource)).stream()
                .findFirst()
                .map(clash -> Change.refused(new Refusal.DuplicateMapping(clash.field(), clash.resourceId())));
    }

    private static String key(Resource resource) {
        return ConnectionName.key(resource.guacamoleConnectionName());
    }

    private VersionedWrite<Resource> resource(String id) {
        return new VersionedWrite<>(Subject.RESOURCE, id, () -> dao.find(id), Resource::controlVersion);
    }

    private Change<Resource> done(Resource resource) {
        AfterCommit.tell(() -> changed.accept(Set.of(resource.id())));
        return Change.done(resource);
    }
}
