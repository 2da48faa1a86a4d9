package io.drover.collect;

import io.drover.scenario.Problem;
import io.drover.scenario.parse.StrictYaml;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of hosts, as it was when it was right the last time. One thread looks at it; what it found may be read by
 * many.
 */
final class HostsFile {

    private static final Logger LOG = LoggerFactory.getLogger(HostsFile.class);
    private static final int LOGGED_PROBLEMS = 20;

    private final Path file;
    private final Duration offlineAfter;
    private final InstantSource clock;
    private @Nullable RememberedFiles seen;
    private volatile State state = new State(List.of(), null, List.of());

    HostsFile(Path file, Duration offlineAfter, InstantSource clock) {
        this.file = file;
        this.offlineAfter = offlineAfter;
        this.clock = clock;
    }

    /**
     * What is known of the file.
     *
     * @param hosts the hosts of the last right version
     * @param since when that one was read, null for never
     * @param problems what is wrong with the present one
     */
    record State(List<CollectedHost> hosts, @Nullable Instant since, List<Problem> problems) {

        State {
            hosts = List.copyOf(hosts);
            problems = List.copyOf(problems);
        }
    }

    Path path() {
        return file;
    }

    State state() {
        return state;
    }

    /** Reads the file and what it names, when one of them changed. A file that is wrong changes nothing and is told. */
    List<CollectedHost> look() {
        RememberedFiles last = seen;
        if (last == null || last.hasChanged()) {
            read();
        }
        return state.hosts();
    }

    private void read() {
        RememberedFiles files = new RememberedFiles();
        StrictYaml.Reading<List<CollectedHost>> reading = new HostsParser(file, files, offlineAfter).parse();
        seen = files;
        if (reading instanceof StrictYaml.Good<List<CollectedHost>> good) {
            state = new State(good.value(), clock.instant(), List.of());
            LOG.info("{} names {} hosts to be scraped", file, good.value().size());
        } else if (reading instanceof StrictYaml.Bad<List<CollectedHost>> bad) {
            state = new State(state.hosts(), state.since(), bad.problems());
            LOG.warn(
                    "{} is refused, {} hosts are scraped as before",
                    file,
                    state.hosts().size());
            bad.problems().stream().limit(LOGGED_PROBLEMS).forEach(problem -> LOG.warn("{}", problem));
        }
    }
}
