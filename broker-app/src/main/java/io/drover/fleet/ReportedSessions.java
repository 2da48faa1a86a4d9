package io.drover.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.identity.UserName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells the users' sessions from the rows that Windows reports besides: session 0, the console, listeners. */
final class ReportedSessions {

    private static final long HIGHEST_ID = 0xFFFF_FFFFL;
    private static final Set<String> SYSTEM_STATIONS = Set.of("services", "console", "rdp-tcp");
    private static final Set<String> LISTENING = Set.of("listen", "listener", "listening");

    private final ReportedFields fields;
    private final Instant receivedAt;
    private final Set<Long> seen = new HashSet<>();

    ReportedSessions(ReportedFields fields, Instant receivedAt) {
        this.fields = fields;
        this.receivedAt = receivedAt;
    }

    List<Session> read(JsonNode rows) {
        List<Session> sessions = new ArrayList<>();
        for (JsonNode row : rows) {
            if (sessions.size() == Heartbeat.MOST_SESSIONS) {
                fields.flag("cut", "sessions");
                break;
            }
            session(row).ifPresent(sessions::add);
        }
        return sessions;
    }

    private Optional<Session> session(JsonNode row) {
        if (!row.isObject()) {
            fields.flag("unreadable", "sessions");
            return Optional.empty();
        }
        Long id = fields.count(row, "sessions.id");
        if (id == null || id > HIGHEST_ID) {
            fields.flag("unreadable", "sessions.id");
            return Optional.empty();
        }
        String state = word(row, "sessions.state");
        if (id == 0 || SYSTEM_STATIONS.contains(word(row, "sessions.station_name")) || LISTENING.contains(state)) {
            return Optional.empty();
        }
        Optional<UserName> user = user(row);
        if (user.isPresent() && !seen.add(id)) {
            fields.flag("duplicate", "sessions.id");
            return Optional.empty();
        }
        Instant logonAt = fields.moment(row, "sessions.logon_at", receivedAt);
        Long idle = fields.count(row, "sessions.idle_seconds");
        return user.map(name -> new Session(id, name, state, logonAt, idle));
    }

    private Optional<UserName> user(JsonNode row) {
        String user = raw(row, "user");
        String domain = raw(row, "domain");
        if (length(user) + length(domain) > UserName.MAX_LENGTH) {
            fields.flag("unreadable", "sessions.user");
            return Optional.empty();
        }
        return UserName.reported(user, domain);
    }

    private @Nullable String raw(JsonNode row, String field) {
        JsonNode node = row.get(field);
        if (node == null || node.isNull()) {
            return null;
        }
        if (!node.isTextual()) {
            fields.flag("unreadable", "sessions." + field);
            return null;
        }
        return node.textValue();
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    private String word(JsonNode row, String path) {
        String text = fields.text(row, path, 64);
        return text == null ? "" : text.toLowerCase(Locale.ROOT);
    }
}
