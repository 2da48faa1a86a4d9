package io.drover.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.drover.control.Actor;
import io.drover.control.Cursor;
import io.drover.control.Page;
import io.drover.control.PageRequest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The revisions in the database. What could not be written is tried again by {@link #run}. Safe for use by many
 * threads.
 */
public final class StoredRevisions implements PolicyShelf, Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(StoredRevisions.class);
    private static final int MOST = 200;
    private static final TypeReference<TreeMap<String, String>> FILES = new TypeReference<>() {};

    private final PolicyDao dao;
    private final ObjectMapper json = new ObjectMapper();
    private final Set<String> unreleased = ConcurrentHashMap.newKeySet();
    private @Nullable Owed owed;

    /** What serves and is not written yet. */
    private record Owed(RuleSource source, Actor by) {}

    public StoredRevisions(PolicyDao dao) {
        this.dao = dao;
    }

    @Override
    public synchronized void keep(RuleSource source, Actor by) {
        owed = new Owed(source, by);
        run();
    }

    /** Writes what serves and ends rollbacks, if that is still to be done. Never throws. */
    @Override
    public synchronized void run() {
        List.copyOf(unreleased).forEach(this::release);
        Owed left = owed;
        if (left != null) {
            try {
                dao.keep(left.source.revision(), left.source.sha256(), json(left.source), left.by.name());
                dao.forgetAllBut(MOST);
                owed = null;
            } catch (RuntimeException e) {
                unreachable("the rules in service could not be kept in the database, trying again", e);
            }
        }
    }

    @Override
    public Optional<RuleSource> latest() {
        try {
            return before("");
        } catch (RuntimeException e) {
            LOG.debug("the revisions in the database cannot be read now", e);
            return Optional.empty();
        }
    }

    @Override
    public Optional<RuleSource> before(String revision) {
        return dao.latestBut(revision).flatMap(row -> source(row.revision(), row.files()));
    }

    @Override
    public Optional<RuleSource> find(String revision) {
        return dao.find(revision).flatMap(row -> source(row.revision(), row.files()));
    }

    @Override
    public Optional<Hold> holdOn(String folderRevision) {
        if (unreleased.contains(folderRevision)) {
            end(folderRevision);
        }
        return dao.holdOn(folderRevision)
                .flatMap(row ->
                        source(row.revision(), row.files()).map(source -> new Hold(source, new Actor(row.heldBy()))));
    }

    @Override
    public void hold(String folderRevision, String active, RuleSource instead, Actor by) {
        if (dao.find(instead.revision()).isEmpty()) {
            dao.keep(instead.revision(), instead.sha256(), json(instead), by.name());
        }
        dao.hold(folderRevision, active, instead.revision(), by.name());
        unreleased.remove(folderRevision);
    }

    @Override
    public void release(String folderRevision) {
        try {
            end(folderRevision);
        } catch (RuntimeException e) {
            unreleased.add(folderRevision);
            unreachable("a rollback could not be ended in the database, trying again", e);
        }
    }

    private void end(String folderRevision) {
        dao.release(folderRevision);
        unreleased.remove(folderRevision);
    }

    /** Revisions that served, the one that did last first. */
    public Page<RevisionAnswer> list(PageRequest page) {
        return Page.of(
                page,
                dao.list(page.after().at(), page.after().id(), page.limit() + 1),
                RevisionAnswer::of,
                row -> new Cursor(row.servedAt(), row.revision()));
    }

    private static void unreachable(String what, RuntimeException fault) {
        LOG.warn("{}: {}", what, fault.getClass().getSimpleName());
        LOG.debug("The failure", fault);
    }

    private String json(RuleSource source) {
        try {
            return json.writeValueAsString(source.files());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The rules of a row, unless somebody changed them there. */
    private Optional<RuleSource> source(String revision, String files) {
        try {
            return Optional.of(new RuleSource(json.readValue(files, FILES)))
                    .filter(source -> source.revision().equals(revision));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the files of revision " + revision + " cannot be read", e);
        }
    }
}
