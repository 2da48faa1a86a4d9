package io.drover.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.collect.ExporterReading.Memory;
import io.drover.collect.ExporterReading.Row;
import io.drover.collect.HostMemory.Known;
import io.drover.collect.HostMemory.Seen;
import io.drover.collect.exposition.ExpositionException;
import io.drover.fleet.Heartbeat;
import io.drover.fleet.Session;
import io.drover.identity.UserName;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is kept of a host from one scrape to the next. */
class HostMemoryTest {

    private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");

    private final HostMemory memory = new HostMemory();
    private final ExporterText text = new ExporterText();

    private Known after(int seconds) throws ExpositionException {
        Instant now = START.plusSeconds(seconds);
        return memory.after(ExporterReader.read(text.toString(), Instant.ofEpochSecond(1_700_003_600L + seconds)), now);
    }

    @Test
    void cpuIsUnknownUntilASecondScrapeShowsHowMuchMoreItIs() throws ExpositionException {
        assertThat(after(0).cpu()).isEmpty();

        text.later(7.5, 2.5);
        assertThat(after(10).cpu()).contains(new Seen<>(25.0, START.plusSeconds(10)));

        text.later(0, 10);
        assertThat(after(20).cpu()).contains(new Seen<>(100.0, START.plusSeconds(20)));
    }

    @Test
    void aScrapeThatShowsTheSameMomentChangesNothing() throws ExpositionException {
        after(0);
        text.later(9, 1);
        after(10);

        assertThat(after(11).cpu()).contains(new Seen<>(10.0, START.plusSeconds(10)));
    }

    @Test
    void countersThatBeginAnewWithoutARestartAreNoRate() throws ExpositionException {
        after(0);
        text.later(9, 1);
        after(10);

        text.restarted(1_700_000_000.5);
        assertThat(after(20).cpu()).contains(new Seen<>(10.0, START.plusSeconds(10)));

        text.later(5, 5);
        assertThat(after(30).cpu()).contains(new Seen<>(50.0, START.plusSeconds(30)));
    }

    @Test
    void whatACollectorShowedStaysWhileItFailsAndGetsOld() throws ExpositionException {
        text.session(3, "RDP-Tcp 4", "CORP\\alice", "active");
        after(0);

        text.failing("terminal_services", "memory");
        Known known = after(90);

        assertThat(known.sessions().orElseThrow().value()).hasSize(4);
        assertThat(known.sessions().orElseThrow().age(START.plusSeconds(90))).isEqualTo(90);
        assertThat(known.memory()).contains(new Seen<>(new Memory(16_000_000_000L, 12_000_000_000L), START));
    }

    @Test
    void aRestartMakesAllThatWasKnownUntrue() throws ExpositionException {
        text.session(3, "RDP-Tcp 4", "CORP\\alice", "active");
        after(0);
        text.later(9, 1);
        after(10);

        text.restarted(1_700_003_620).failing("terminal_services");
        Known known = after(60);

        assertThat(known.sessions()).isEmpty();
        assertThat(known.cpu()).isEmpty();
        assertThat(known.memory()).isPresent();
    }

    @Test
    void anExporterThatIsRestartedIsNoRestartOfTheHost() throws ExpositionException {
        text.session(3, "RDP-Tcp 4", "CORP\\alice", "active");
        after(0);

        text.restarted(1_700_000_001.75).failing("terminal_services");

        assertThat(after(10).sessions()).isPresent();
    }

    @Test
    void anotherInstanceGoesOnFromTheLastReport() throws ExpositionException {
        Session session = new Session(3, new UserName("alice", "corp"), "disconnected", null);
        memory.begin(
                new Heartbeat("a", null, null, START, 100, 5.0, 5.0, null, null, List.of(session), List.of(), 3_600L));
        text.failing("terminal_services");

        assertThat(after(20).sessions())
                .contains(new Seen<>(List.of(new Row(3L, "", "corp\\alice", "", "disconnected")), START));
    }

    @Test
    void aHostDoesNotLookFullyLoadedUntilAnotherInstanceHasAskedTwice() throws ExpositionException {
        memory.begin(new Heartbeat("a", null, null, START, 100, 5.0, 5.0, null, null, List.of(), List.of(), 3_600L));

        assertThat(after(20).cpu()).contains(new Seen<>(5.0, START));

        text.later(7.5, 2.5);
        assertThat(after(30).cpu()).contains(new Seen<>(25.0, START.plusSeconds(30)));
    }

    @Test
    void anotherInstanceForgetsWhatWasBeforeARestart() throws ExpositionException {
        Session session = new Session(3, new UserName("alice", "corp"), "disconnected", null);
        memory.begin(
                new Heartbeat("a", null, null, START, 100, 5.0, 5.0, null, null, List.of(session), List.of(), 90_000L));
        text.failing("terminal_services");

        Known known = after(20);
        assertThat(known.sessions()).isEmpty();
        assertThat(known.cpu()).isEmpty();
    }
}
