package io.drover.fleet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Heartbeats column by column, one of each agent, as one statement writes them. */
public record HeartbeatBatch(
        List<String> agentIds,
        List<@Nullable String> bootIds,
        List<@Nullable Long> seqs,
        List<String> receivedAts,
        List<@Nullable Integer> healthScores,
        List<@Nullable Double> cpuPercents,
        List<@Nullable Double> memoryUsedPercents,
        List<@Nullable Boolean> rdpListenersOk,
        List<@Nullable Integer> maxSessions,
        List<@Nullable Long> uptimesSeconds,
        List<String> sessions,
        List<String> remoteApps,
        List<String> reports) {

    /** The batch of these reports. */
    public static HeartbeatBatch of(Collection<HeartbeatReport> reports) {
        List<Heartbeat> beats = reports.stream().map(HeartbeatReport::heartbeat).toList();
        return new HeartbeatBatch(
                column(beats, Heartbeat::agentId),
                column(beats, Heartbeat::bootId),
                column(beats, Heartbeat::seq),
                column(beats, beat -> beat.receivedAt().toString()),
                column(beats, Heartbeat::healthScore),
                column(beats, Heartbeat::cpuPercent),
                column(beats, Heartbeat::memoryUsedPercent),
                column(beats, Heartbeat::rdpListenerOk),
                column(beats, Heartbeat::maxSessions),
                column(beats, Heartbeat::uptimeSeconds),
                column(beats, beat -> HeartbeatJson.ofSessions(beat.sessions()).toString()),
                column(
                        beats,
                        beat -> HeartbeatJson.ofRemoteApps(beat.remoteApps()).toString()),
                column(reports, report -> report.details().toString()));
    }

    private static <R, T extends @Nullable Object> List<T> column(Collection<R> rows, Function<R, T> value) {
        List<T> column = new ArrayList<>(rows.size());
        rows.forEach(row -> column.add(value.apply(row)));
        return column;
    }
}
