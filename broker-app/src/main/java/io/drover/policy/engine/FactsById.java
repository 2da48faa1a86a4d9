package io.drover.policy.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;

/** The facts of one kind in a session, each under its id. What changes is deleted and inserted anew, never updated. */
final class FactsById {

    private final KieSession session;
    private final Map<String, FactHandle> handles = new HashMap<>();

    FactsById(KieSession session) {
        this.session = session;
    }

    void put(String id, Object fact) {
        remove(id);
        handles.put(id, session.insert(fact));
    }

    /** Whether there was one to remove. */
    boolean remove(String id) {
        @Nullable FactHandle before = handles.remove(id);
        if (before == null) {
            return false;
        }
        session.delete(before);
        return true;
    }

    boolean has(String id) {
        return handles.containsKey(id);
    }

    Set<String> ids() {
        return Set.copyOf(handles.keySet());
    }

    int size() {
        return handles.size();
    }
}
