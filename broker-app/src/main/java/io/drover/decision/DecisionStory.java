package io.drover.decision;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.drover.policy.Decision;
import io.drover.policy.Question;
import io.drover.policy.RuleRef;
import io.drover.policy.Verdict;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything about one decision, as people read it: what was asked, what came of it, and of every host whether it
 * belongs to the farm, what bars it, and how its score is made up.
 *
 * @param decisionId the decision's key, empty for one that was only tried
 * @param at when it was asked, null for one that was only tried
 * @param instance the broker instance that decided, empty when not known
 * @param request what was asked
 * @param user who asked
 * @param outcome what came of it
 * @param farmId the farm, empty for the whole fleet or when none could be told
 * @param resourceId the resource, empty for none
 * @param strategy how the farm scores hosts, null when no host was looked at
 * @param hosts whether hosts were looked at, and are told of here
 * @param agents the hosts: those that take the session, best first; those that are barred; those of other farms
 * @param rules who decided
 * @param notes what a rule wanted told
 * @param known what was known of the user, null when nothing was decided
 * @param settings the settings that rules read, null when not known
 * @param timings how long it took, null for one that was only tried
 * @param tries how often was decided
 * @param policyRevision the rules' revision
 * @param seed where chance came from
 */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DecisionStory(
        String decisionId,
        @Nullable Instant at,
        String instance,
        AskedRequest request,
        Person user,
        Outcome outcome,
        String farmId,
        String resourceId,
        @Nullable String strategy,
        Hosts hosts,
        List<Host> agents,
        List<RuleRef> rules,
        List<String> notes,
        @Nullable Known known,
        @Nullable RecordedSettings settings,
        @Nullable Timings timings,
        int tries,
        String policyRevision,
        long seed) {

    public DecisionStory {
        agents = List.copyOf(agents);
        rules = List.copyOf(rules);
        notes = List.copyOf(notes);
    }

    /**
     * The story of a recorded decision. {@code verdicts} is null when what the rules said of the hosts is not known.
     */
    public static DecisionStory of(DecisionRecord record, String instance, @Nullable Collection<Verdict> verdicts) {
        return StoryTelling.of(record, instance, verdicts);
    }

    /** The story of a decision that was only tried, on these verdicts. */
    public static DecisionStory of(
            AskedRequest request, Question question, Decision decision, Collection<Verdict> verdicts) {
        return StoryTelling.of(request, question, decision, verdicts);
    }

    /** The same story with hosts called by their ids, for those who wrote the ids. */
    public DecisionStory byIds() {
        List<Host> hosts = agents.stream().map(Host::byId).toList();
        return new DecisionStory(
                decisionId,
                at,
                instance,
                request,
                user,
                outcome.byId(),
                farmId,
                resourceId,
                strategy,
                this.hosts,
                hosts,
                rules,
                notes,
                known,
                settings,
                timings,
                tries,
                policyRevision,
                seed);
    }

    /** Whether the hosts are told of. */
    public enum Hosts {
        /** All of them are. */
        @JsonProperty("recorded")
        RECORDED,
        /** No host was looked at. */
        @JsonProperty("not_asked")
        NOT_ASKED,
        /** Hosts were looked at, and what the rules said of them could not be recorded. */
        @JsonProperty("not_recorded")
        NOT_RECORDED
    }

    /** A folded user name. */
    @JsonNaming(SnakeCaseStrategy.class)
    public record Person(String name, String domain) {}

    /**
     * What came of it.
     *
     * @param result {@code placed}, {@code refused} or {@code failed}
     * @param code why not, empty when placed
     * @param detail one sentence, empty when placed
     * @param agentId the host decided for, empty when none
     * @param hostname its name, empty when not known
     * @param reason why that host, empty when none
     * @param reconnect whether the user returns to something
     * @param domain the domain of the session or lease that led there, empty when not known or for a new session
     * @param score the host's score, 0 for a session or lease
     * @param leaseRev the rev of the lease that was written or held on to, null when there is none
     * @param leaseExpires when the lease ends, null when there is none
     * @param provisional true when the database was away and the lease known to the instance alone; null else
     * @param excluded of a refusal: hosts by the first reason that bars them, in counting order
     */
    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Outcome(
            String result,
            String code,
            String detail,
            String agentId,
            String hostname,
            String reason,
            boolean reconnect,
            String domain,
            double score,
            @Nullable Long leaseRev,
            @Nullable Instant leaseExpires,
            @Nullable Boolean provisional,
            Map<String, Integer> excluded) {

        private Outcome byId() {
            return new Outcome(
                    result,
                    code,
                    detail,
                    agentId,
                    agentId,
                    reason,
                    reconnect,
                    domain,
                    score,
                    leaseRev,
                    leaseExpires,
                    provisional,
                    excluded);
        }
    }

    /**
     * One host.
     *
     * @param agentId its id
     * @param hostname its name
     * @param member whether it belongs to the farm
     * @param chosen whether the decision fell on it
     * @param rank its place among those that take the session as a new one, from 1; null for the others
     * @param score its score in the farm, null when it is no member
     * @param facts what the rules saw
     * @param exclusions what bars it, in counting order
     * @param terms what its score is made of, in the order of summing
     */
    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Host(
            String agentId,
            String hostname,
            boolean member,
            boolean chosen,
            @Nullable Integer rank,
            @Nullable Double score,
            Facts facts,
            List<Barrier> exclusions,
            List<Term> terms) {

        public Host {
            exclusions = List.copyOf(exclusions);
            terms = List.copyOf(terms);
        }

        private Host byId() {
            return new Host(agentId, agentId, member, chosen, rank, score, facts, exclusions, terms);
        }
    }

    /** What the rules saw of a host; null is unknown, or no limit. */
    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Facts(
            String zone,
            String mode,
            boolean quarantined,
            boolean online,
            @Nullable Integer healthScore,
            @Nullable Double cpuPercent,
            @Nullable Double memoryUsedPercent,
            int activeSessions,
            int disconnectedSessions,
            int otherSessions,
            int underWay,
            @Nullable Integer maxSessions,
            @Nullable Integer maxConcurrentLogons,
            int weight,
            boolean rdpListenerOk,
            String probeState,
            int failedUsers,
            boolean fresh,
            Map<String, String> tags,
            List<String> farmIds) {}

    /**
     * One reason why a host is barred.
     *
     * @param code short reason
     * @param bars {@code new_session} or {@code any_session}
     * @param detail the values behind it
     * @param forThisRequest whether it holds for this request alone
     * @param waived whether a rule said that it does not count for this request
     * @param rule who says so
     */
    @JsonNaming(SnakeCaseStrategy.class)
    public record Barrier(
            String code, String bars, String detail, boolean forThisRequest, boolean waived, RuleRef rule) {}

    /**
     * One part of a host's score.
     *
     * @param label what it is for
     * @param points how much
     * @param forThisRequest whether it counts for this request alone
     * @param rule who says so
     */
    @JsonNaming(SnakeCaseStrategy.class)
    public record Term(String label, double points, boolean forThisRequest, RuleRef rule) {}

    /** What was known of the user. */
    @JsonNaming(SnakeCaseStrategy.class)
    public record Known(
            List<KnownSession> sessions,
            List<KnownLease> leases,
            Map<String, Integer> load,
            List<String> failedAgents,
            List<String> avoid) {}

    /** A session of the user; {@code logonAt} is null when unknown. */
    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record KnownSession(
            String agentId,
            String domain,
            String state,
            @Nullable Instant logonAt) {}

    /** A lease of the user. */
    @JsonNaming(SnakeCaseStrategy.class)
    public record KnownLease(
            String agentId,
            String farmId,
            String resourceId,
            String domain,
            Instant expiresAt,
            boolean expired,
            boolean sessionBehind,
            boolean underWay) {}

    /** How long it took, in microseconds. */
    @JsonNaming(SnakeCaseStrategy.class)
    public record Timings(long decideUs, long commitUs, long totalUs) {}
}
