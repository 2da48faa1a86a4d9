package io.drover.simulate.report;

import io.drover.scenario.parse.Durations;
import io.drover.simulate.Span;
import io.drover.simulate.Storm;
import java.util.stream.Collectors;

/** What a storm is, in one sentence. */
public final class StormFacts {

    private StormFacts() {}

    /** Without a full stop. */
    public static String of(Storm storm) {
        Span stay = storm.stay();
        return "%d %s, %d logons at %s a second%s, a session shows after %s%s, a heartbeat every %s; %s %s"
                .formatted(
                        storm.hosts().size(),
                        storm.hosts().size() == 1 ? "host" : "hosts",
                        storm.arrivals().number(),
                        Amount.of(storm.arrivals().perSecond()),
                        storm.arrivals().atRandom() ? " at random" : "",
                        span(storm.visibleAfter()),
                        stay == null ? "" : " and stays " + span(stay),
                        Durations.written(storm.heartbeats().every()),
                        storm.seeds().size() == 1 ? "seed" : "seeds",
                        storm.seeds().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }

    private static String span(Span span) {
        String from = Durations.written(span.from());
        return span.from().equals(span.to()) ? from : from + " to " + Durations.written(span.to());
    }
}
