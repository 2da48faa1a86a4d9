package io.drover.decision;

import io.drover.decision.DecisionRecord.Failed;
import io.drover.decision.DecisionRecord.Placed;
import io.drover.decision.DecisionStory.Host;
import io.drover.decision.DecisionStory.Hosts;
import io.drover.decision.DecisionStory.Known;
import io.drover.decision.DecisionStory.KnownLease;
import io.drover.decision.DecisionStory.KnownSession;
import io.drover.decision.DecisionStory.Outcome;
import io.drover.decision.DecisionStory.Person;
import io.drover.decision.DecisionStory.Timings;
import io.drover.policy.Decision;
import io.drover.policy.Exclusion;
import io.drover.policy.Question;
import io.drover.policy.Verdict;
import io.drover.policy.fact.FarmView;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes stories. */
final class StoryTelling {

    private StoryTelling() {}

    static DecisionStory of(DecisionRecord record, String instance, @Nullable Collection<Verdict> verdicts) {
        Decision decision = record.decision();
        List<Host> hosts = hosts(decision, verdicts);
        DecisionRecord.Timings took = record.timings();
        return new DecisionStory(
                record.id(),
                record.at(),
                instance,
                record.request(),
                new Person(record.user().user(), record.user().domain()),
                outcome(record.outcome(), decision, hosts),
                decision == null ? "" : decision.farmId(),
                decision == null ? "" : decision.resourceId(),
                strategy(decision),
                told(decision, verdicts),
                hosts,
                decision == null ? List.of() : decision.rules(),
                decision == null ? List.of() : decision.notes(),
                record.question() == null ? null : known(record.question()),
                record.settings(),
                new Timings(took.decideMicros(), took.commitMicros(), took.totalMicros()),
                record.tries(),
                decision == null ? "" : decision.revision(),
                decision == null ? 0 : decision.seed());
    }

    static DecisionStory of(AskedRequest request, Question question, Decision decision, Collection<Verdict> verdicts) {
        List<Host> hosts = hosts(decision, verdicts);
        DecisionRecord.Outcome outcome =
                decision.outcome() instanceof Decision.Placed ? Placed.WITHOUT_LEASE : new DecisionRecord.Refused();
        return new DecisionStory(
                "",
                null,
                "",
                request,
                new Person(question.user().user(), question.user().domain()),
                outcome(outcome, decision, hosts),
                decision.farmId(),
                decision.resourceId(),
                strategy(decision),
                told(decision, verdicts),
                hosts,
                decision.rules(),
                decision.notes(),
                known(question),
                null,
                null,
                1,
                decision.revision(),
                decision.seed());
    }

    private static @Nullable String strategy(@Nullable Decision decision) {
        FarmView farm = decision == null ? null : decision.farm();
        return farm == null ? null : farm.strategy();
    }

    private static Hosts told(@Nullable Decision decision, @Nullable Collection<Verdict> verdicts) {
        if (decision == null || decision.farm() == null) {
            return Hosts.NOT_ASKED;
        }
        return verdicts == null ? Hosts.NOT_RECORDED : Hosts.RECORDED;
    }

    private static List<Host> hosts(@Nullable Decision decision, @Nullable Collection<Verdict> verdicts) {
        FarmView farm = decision == null ? null : decision.farm();
        return decision == null || farm == null || verdicts == null
                ? List.of()
                : new HostTelling(decision, farm).tell(verdicts);
    }

    private static Outcome outcome(DecisionRecord.Outcome outcome, @Nullable Decision decision, List<Host> hosts) {
        if (outcome instanceof Placed placed) {
            return decided("placed", "", "", decision, hosts, placed);
        }
        if (outcome instanceof Failed failed) {
            return decided("failed", failed.code(), failed.detail(), decision, hosts, Placed.WITHOUT_LEASE);
        }
        Decision.Refused refused = decision != null && decision.outcome() instanceof Decision.Refused said
                ? said
                : new Decision.Refused("", "", Map.of());
        return new Outcome(
                "refused",
                refused.code(),
                refused.detail(),
                "",
                "",
                "",
                false,
                "",
                0,
                null,
                null,
                null,
                inOrder(refused));
    }

    private static Outcome decided(
            String result, String code, String detail, @Nullable Decision decision, List<Host> hosts, Placed lease) {
        if (decision == null || !(decision.outcome() instanceof Decision.Placed on)) {
            return new Outcome(result, code, detail, "", "", "", false, "", 0, null, null, null, Map.of());
        }
        String hostname = hosts.stream()
                .filter(Host::chosen)
                .map(Host::hostname)
                .findFirst()
                .orElse("");
        return new Outcome(
                result,
                code,
                detail,
                on.agentId(),
                hostname,
                on.reason().text(),
                on.reason().reconnect(),
                on.domain(),
                HostTelling.positiveZero(on.score()),
                lease.leaseRev(),
                lease.leaseExpires(),
                lease.provisional() ? true : null,
                Map.of());
    }

    private static Map<String, Integer> inOrder(Decision.Refused refused) {
        Map<String, Integer> ordered = new LinkedHashMap<>();
        refused.excluded().entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByKey(Comparator.comparingInt(StoryTelling::place))
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
        return ordered;
    }

    private static int place(String code) {
        int place = Exclusion.ORDER.indexOf(code);
        return place < 0 ? Exclusion.ORDER.size() : place;
    }

    private static Known known(Question question) {
        return new Known(
                question.sessions().stream()
                        .map(s -> new KnownSession(
                                s.agentId(),
                                s.domain(),
                                s.state(),
                                s.logonAt() == 0 ? null : Instant.ofEpochSecond(s.logonAt())))
                        .toList(),
                question.leases().stream()
                        .map(l -> new KnownLease(
                                l.agentId(),
                                l.farmId(),
                                l.resourceId(),
                                l.domain(),
                                Instant.ofEpochMilli(Math.round(l.expiresAt() * 1000)),
                                l.expired(),
                                l.sessionBehind(),
                                l.underWay()))
                        .toList(),
                new TreeMap<>(question.load()),
                question.failedAgents().stream().sorted().toList(),
                question.avoid().stream().sorted().toList());
    }
}
