package io.drover.fleet;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A host as operators know it: identity and control. What the host itself reports is a {@link Heartbeat}.
 *
 * @param id 32 hexadecimal digits, given at enrolment
 * @param hostname name of the host as it last reported it
 * @param address where RDP goes when it is not the hostname; IPv6 without brackets
 * @param port RDP port, 1 to 65535; 3389 when null
 * @param mode what an operator allows
 * @param quarantined true after a re-enrolment or a rename, until an operator sets the host online
 * @param tags free labels, matched exactly by farms
 * @param farmIds farms that the host belongs to by its own entry, first one first
 * @param zone free name of a place, for rules
 * @param weight share of the load in percent of an ordinary host, 1 to 10000; 100 is ordinary
 * @param maxSessions most sessions and placements under way together; null is no limit
 * @param maxConcurrentLogons most placements under way at once; null is no limit
 * @param restartWhenDrained restart the host once it drains and is empty
 * @param onlineAfterRestart set the host online after that restart
 * @param reason why an operator changed the mode
 * @param owner who changed the mode
 * @param until when a drain or maintenance ends by itself; null is never
 * @param controlVersion grows with every change that an operator makes
 * @param enrolledAt when the host enrolled first
 */
public record Agent(
        String id,
        String hostname,
        @Nullable String address,
        @Nullable Integer port,
        AgentMode mode,
        boolean quarantined,
        Map<String, String> tags,
        List<String> farmIds,
        @Nullable String zone,
        int weight,
        @Nullable Integer maxSessions,
        @Nullable Integer maxConcurrentLogons,
        boolean restartWhenDrained,
        boolean onlineAfterRestart,
        @Nullable String reason,
        @Nullable String owner,
        @Nullable Instant until,
        long controlVersion,
        Instant enrolledAt) {

    public Agent {
        tags = Map.copyOf(tags);
        farmIds = List.copyOf(farmIds);
    }

    /** Where RDP goes: the explicit address when there is one, else the hostname. */
    public String target() {
        return address == null ? hostname : address;
    }

    /** The RDP port, 3389 unless one is set. */
    public int targetPort() {
        return port == null ? 3389 : port;
    }
}
