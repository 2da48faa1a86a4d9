package io.drover.policy;

import io.drover.identity.UserName;
import io.drover.policy.fact.CallView;
import io.drover.policy.fact.LeaseView;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One request for a host, with all that is known of the user.
 *
 * @param user who asks
 * @param call what was asked
 * @param sessions the user's sessions
 * @param leases the user's leases, expired ones among them
 * @param load how many of a host's sessions and placements under way are the user's, by agent id; none where 0. One
 *     more than the user's sessions there when the user is on the way
 * @param failedAgents hosts where a connection of this user failed within the last minute
 * @param avoid hosts that the caller asks not to be sent to
 * @param minuteOfWeek when it was asked, in the setting's time zone: minutes since Monday 00:00, 0 to 10,079
 * @param seed where chance comes from, if a rule asks for it
 */
public record Question(
        UserName user,
        CallView call,
        List<UserSession> sessions,
        List<LeaseView> leases,
        Map<String, Integer> load,
        Set<String> failedAgents,
        Set<String> avoid,
        int minuteOfWeek,
        long seed) {

    public Question {
        sessions = List.copyOf(sessions);
        leases = List.copyOf(leases);
        load = Map.copyOf(load);
        failedAgents = Set.copyOf(failedAgents);
        avoid = Set.copyOf(avoid);
    }

    /**
     * A session of the user.
     *
     * @param agentId the host
     * @param domain as reported, folded; empty when not reported
     * @param state trimmed and in lower case
     * @param logonAt seconds since 1970, 0 when unknown
     */
    public record UserSession(String agentId, String domain, String state, long logonAt) {}
}
