package io.drover.fleet;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Agents for tests: online, in no farm, and with nothing set that is not said. */
public final class AgentBuilder {

    private final String id;
    private String hostname;
    private @Nullable String address;
    private @Nullable Integer port;
    private AgentMode mode = AgentMode.ONLINE;
    private boolean quarantined;
    private Map<String, String> tags = Map.of();
    private List<String> farmIds = List.of();
    private @Nullable Integer maxSessions;
    private @Nullable Integer maxConcurrentLogons;
    private long version = 1;

    private AgentBuilder(String id) {
        this.id = id;
        hostname = id;
    }

    /** One whose host name is its id. */
    public static AgentBuilder agent(String id) {
        return new AgentBuilder(id);
    }

    public AgentBuilder named(String itsHostname) {
        hostname = itsHostname;
        return this;
    }

    public AgentBuilder at(@Nullable String itsAddress, @Nullable Integer itsPort) {
        address = itsAddress;
        port = itsPort;
        return this;
    }

    public AgentBuilder mode(AgentMode itsMode) {
        mode = itsMode;
        return this;
    }

    public AgentBuilder quarantined(boolean is) {
        quarantined = is;
        return this;
    }

    public AgentBuilder farms(Map<String, String> itsTags, List<String> byId) {
        tags = itsTags;
        farmIds = byId;
        return this;
    }

    public AgentBuilder maxSessions(@Nullable Integer most) {
        maxSessions = most;
        return this;
    }

    public AgentBuilder maxConcurrentLogons(int most) {
        maxConcurrentLogons = most;
        return this;
    }

    public AgentBuilder version(long control) {
        version = control;
        return this;
    }

    public Agent build() {
        return new Agent(
                id,
                hostname,
                address,
                port,
                mode,
                quarantined,
                tags,
                farmIds,
                null,
                100,
                maxSessions,
                maxConcurrentLogons,
                false,
                false,
                null,
                null,
                null,
                version,
                Instant.EPOCH);
    }
}
