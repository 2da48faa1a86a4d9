package io.drover.collect;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A host of the file.
 *
 * @param name what it is called there; users are sent there, unless an address is set
 * @param settings what its agent is given
 * @param target how it is scraped
 */
record CollectedHost(String name, Settings settings, ScrapedTarget target) {

    /**
     * What of an agent the file owns, as the database keeps it.
     *
     * @param address where RDP goes
     * @param port the RDP port, null for the usual one
     * @param farmIds the farms that the agent lists
     * @param tags its labels
     */
    record Settings(String address, @Nullable Integer port, List<String> farmIds, Map<String, String> tags) {

        Settings {
            farmIds = List.copyOf(farmIds);
            tags = Map.copyOf(tags);
        }
    }
}
