package io.drover.policy.fact;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a host after a scrape of its exporter; the data behind the fact {@link Scrape}. What a scrape did
 * not show is what an earlier one did, and its age tells.
 *
 * @param hostname what the host is called in the file of hosts
 * @param exporterVersion as the exporter says it, empty when it does not
 * @param cpuPercent 0 to 100, null when no two scrapes showed it yet
 * @param memoryUsedPercent 0 to 100, null when no scrape showed it yet
 * @param activeSessions sessions in use
 * @param disconnectedSessions sessions whose user went away
 * @param sessions all sessions of users, whatever their state
 * @param failedCollectors collectors that this scrape needed and that failed or were not there, sorted
 * @param cpuAge seconds since a scrape showed the cpu
 * @param memoryAge seconds since a scrape showed the memory
 * @param sessionsAge seconds since a scrape showed the sessions
 * @param took seconds until the exporter had answered
 */
public record ScrapeView(
        String hostname,
        String exporterVersion,
        @Nullable Double cpuPercent,
        @Nullable Double memoryUsedPercent,
        int activeSessions,
        int disconnectedSessions,
        int sessions,
        List<String> failedCollectors,
        int cpuAge,
        int memoryAge,
        int sessionsAge,
        double took) {

    public ScrapeView {
        failedCollectors = List.copyOf(failedCollectors);
    }
}
