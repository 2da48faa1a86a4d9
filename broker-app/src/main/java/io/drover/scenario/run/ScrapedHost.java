package io.drover.scenario.run;

import io.drover.fleet.Heartbeat;
import io.drover.policy.fact.ScrapeView;
import io.drover.scenario.Scraped;

/** What the rules are told of a host of a scenario that is scraped. */
final class ScrapedHost {

    private ScrapedHost() {}

    static ScrapeView view(String hostname, Scraped scraped, Heartbeat shown) {
        return new ScrapeView(
                hostname,
                scraped.exporterVersion(),
                shown.cpuPercent(),
                shown.memoryUsedPercent(),
                count(shown, "active") + count(shown, "connected"),
                count(shown, "disconnected"),
                shown.sessions().size(),
                scraped.failedCollectors(),
                scraped.cpuAge(),
                scraped.memoryAge(),
                scraped.sessionsAge(),
                scraped.took());
    }

    private static int count(Heartbeat shown, String state) {
        return (int) shown.sessions().stream()
                .filter(session -> session.state().equals(state))
                .count();
    }
}
