package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.policy.SampleSettings;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whose sessions are where, as heartbeats and control change both. */
class SessionBookTest {

    private static final Instant START = SampleHeartbeat.START;
    private static final UserName LOCAL = new UserName("alice", ".");

    private final Fleet fleet =
            new Fleet(SampleSettings.PLACEMENT, Domains.withoutAliases(), () -> START, change -> {});

    /** In a time that grows with their number, not with its square. */
    @Test
    @Timeout(10)
    void oneUserMayHaveManySessionsOnAHostAndElsewhere() {
        UserName guest = new UserName("guest", "corp");
        List<Session> many = LongStream.range(0, 200_000)
                .mapToObj(id -> new Session(id, guest, "active", null))
                .toList();
        SessionBook book = new SessionBook(Domains.withoutAliases());
        book.replace("a2", "rds-2", List.of(), List.of(session("active")));
        book.replace("a1", "rds-1", List.of(), many);
        book.replace("a2", "rds-2", List.of(session("active")), many.subList(0, 1));
        book.replace("a1", "rds-1", many, many.subList(0, 2));

        assertThat(book.of(guest)).extracting(SessionBook.Located::agentId).containsExactlyInAnyOrder("a1", "a1", "a2");
        assertThat(book.of(new UserName("alice", "rds-2"))).isEmpty();
    }

    private static Session session(String state) {
        return new Session(2, new UserName("alice", "rds-2"), state, null);
    }

    private List<Session> sessionsOf(UserName user) {
        return fleet.sessions().of(user).stream()
                .map(SessionBook.Located::session)
                .toList();
    }

    @Test
    void anAccountIsLocalToTheNameThatTheHostHasNow() {
        fleet.put(AgentBuilder.agent("a1").named("rds-1").build());
        fleet.put(SampleHeartbeat.of(1, session("active")));
        assertThat(sessionsOf(LOCAL)).isEmpty();
        fleet.put(AgentBuilder.agent("a1").named("rds-2").version(2).build());
        assertThat(sessionsOf(LOCAL)).hasSize(1);
        fleet.put(SampleHeartbeat.of(2, session("active")));
        assertThat(sessionsOf(LOCAL)).hasSize(1);
    }

    @Test
    void aSessionIsAsTheLastHeartbeatToldIt() {
        fleet.put(AgentBuilder.agent("a1").named("rds-2").build());
        fleet.put(SampleHeartbeat.of(1, session("active")));
        fleet.put(SampleHeartbeat.of(2, session("active")));
        fleet.put(SampleHeartbeat.of(3, session("disconnected")));
        assertThat(sessionsOf(LOCAL)).containsExactly(session("disconnected"));
        fleet.put(SampleHeartbeat.of(4));
        assertThat(sessionsOf(LOCAL)).isEmpty();
    }
}
