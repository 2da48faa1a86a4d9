package io.drover.fleet;

import io.drover.identity.Domains;
import io.drover.identity.UserName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who has sessions where. Not safe for use by several threads at once. */
final class SessionBook {

    private final Domains domains;
    private final Map<String, Map<String, List<Located>>> byUser = new HashMap<>();

    SessionBook(Domains domains) {
        this.domains = domains;
    }

    /** A session and its host. */
    record Located(String agentId, String hostname, Session session) {}

    void replace(String agentId, String hostname, List<Session> before, List<Session> after) {
        if (before.equals(after)) {
            return;
        }
        for (Session session : before) {
            remove(agentId, session.user().user());
        }
        for (Session session : after) {
            byUser.computeIfAbsent(session.user().user(), k -> new HashMap<>(2))
                    .computeIfAbsent(agentId, k -> new ArrayList<>(1))
                    .add(new Located(agentId, hostname, session));
        }
    }

    /** Forgets all sessions of a user on a host. */
    private void remove(String agentId, String user) {
        Map<String, List<Located>> of = byUser.get(user);
        if (of != null) {
            of.remove(agentId);
            if (of.isEmpty()) {
                byUser.remove(user);
            }
        }
    }

    List<Located> of(UserName user) {
        Map<String, List<Located>> candidates = byUser.get(user.user());
        if (candidates == null) {
            return List.of();
        }
        return candidates.values().stream()
                .flatMap(List::stream)
                .filter(l -> domains.owns(user, l.session().user(), l.hostname()))
                .toList();
    }
}
