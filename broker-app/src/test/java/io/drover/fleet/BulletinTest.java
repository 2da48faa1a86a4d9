package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.lease.Lease;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BulletinTest {

    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00.123456Z");

    @Test
    void whatIsToldIsReadAgainCompletelyAndInOrder() {
        List<Notice> notices = new ArrayList<>();
        IntStream.range(0, 2_000).forEach(i -> {
            notices.add(Notice.of(Notice.Kind.HEARTBEAT, "%032x".formatted(i)));
            notices.add(Notice.written(lease("ünï\"code-" + i, i)));
            notices.add(Notice.released(lease("bob", i)));
        });

        List<String> texts = Bulletin.texts("here", 5, notices);

        List<Bulletin> bulletins =
                texts.stream().map(text -> Bulletin.of(text).orElseThrow()).toList();
        assertThat(bulletins).flatExtracting(Bulletin::notices).isEqualTo(notices);
        assertThat(bulletins)
                .extracting(Bulletin::counter)
                .isEqualTo(
                        IntStream.range(0, texts.size()).mapToObj(i -> 5L + i).toList());
        assertThat(texts).hasSizeGreaterThan(20).allMatch(text -> text.getBytes(StandardCharsets.UTF_8).length < 8_000);
    }

    @Test
    void whatIsTooLongToBeToldIsToldToBeMissed() {
        List<String> texts = Bulletin.texts("here", 1, List.of(Notice.written(lease("ü".repeat(8_000), 1))));

        assertThat(Bulletin.of(texts.get(0)).orElseThrow().notices()).containsExactly(Notice.MISSED);
    }

    @Test
    void aKindOfALaterVersionIsSomethingMissed() {
        assertThat(Bulletin.of("[\"x\",1,[\"weather\",\"rain\"]]").orElseThrow().notices())
                .containsExactly(Notice.MISSED);
    }

    @Test
    void aGapMakesTheListenerReload() {
        BulletinBoard board = new BulletinBoard("here");
        RecordingListener listener = new RecordingListener();

        board.pin("[\"x\",1,[\"agent\",\"a1\"]]");
        board.pin("[\"y\",1,[\"agent\",\"a2\"]]");
        board.pin("[\"x\",2,[\"agent\",\"a1\"]]");
        board.tell(listener);
        assertThat(listener.heard).containsExactly(new RecordingListener.Agents(Set.of("a1", "a2")));

        listener.heard.clear();
        board.pin("[\"x\",4,[\"farm\",\"f1\"]]");
        board.tell(listener);
        assertThat(listener.heard)
                .containsExactly(new RecordingListener.Reload(), new RecordingListener.Farms(Set.of("f1")));

        listener.heard.clear();
        board.pin("[\"x\",5,[\"farm\",\"f1\"]]");
        board.tell(listener);
        assertThat(listener.heard).containsExactly(new RecordingListener.Farms(Set.of("f1")));
    }

    @Test
    void whatCannotBeReadMakesTheListenerReload() {
        BulletinBoard board = new BulletinBoard("here");
        RecordingListener listener = new RecordingListener();

        board.pin("hello");
        board.pin("{}");
        board.tell(listener);

        assertThat(listener.heard).containsExactly(new RecordingListener.Reload());
    }

    @Test
    void whatThisInstanceMissedToTellIsNoNewsToIt() {
        BulletinBoard board = new BulletinBoard("here");
        RecordingListener listener = new RecordingListener();

        board.pin("[\"here\",1,[\"missed\",\"\"],[\"heartbeat\",\"a1\"],[\"agent\",\"a2\"]]");
        board.tell(listener);

        assertThat(listener.heard).containsExactly(new RecordingListener.Agents(Set.of("a2")));
    }

    private static Lease lease(String person, long rev) {
        return new Lease(person, "corp", "office", "", "a1", rev, 2, NOON, NOON.plusSeconds(900));
    }
}
