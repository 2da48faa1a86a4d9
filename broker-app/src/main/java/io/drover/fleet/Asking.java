package io.drover.fleet;

import io.drover.catalog.Resource;
import io.drover.fleet.SessionBook.Located;
import io.drover.identity.UserName;
import io.drover.lease.Lease;
import io.drover.lease.LeaseRequest.Check;
import io.drover.lease.LeaseRequest.Subject;
import io.drover.policy.Decision;
import io.drover.policy.Decision.Placed;
import io.drover.policy.PolicyEngine;
import io.drover.policy.Question;
import io.drover.policy.Question.UserSession;
import io.drover.policy.fact.CallView;
import io.drover.policy.fact.LeaseView;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Asks the policy for one user, with all that the fleet knows of them at one moment. */
final class Asking {

    private static final int MINUTES_OF_DAY = 1_440;

    private final Fleet fleet;
    private final Instant now;
    private final UserName user;
    private final List<Lease> leases;

    Asking(Fleet fleet, UserName user, Instant now) {
        this.fleet = fleet;
        this.now = now;
        this.user = user;
        leases = fleet.leases().of(user, fleet::isHostname, now);
    }

    Attempt ask(PolicyEngine engine, CallView call, Set<String> avoid, long seed) {
        Question question = question(call, avoid, seed);
        Decision decision = engine.decide(question);
        Host chosen = decision.outcome() instanceof Placed placed ? fleet.host(placed.agentId()) : null;
        return new Attempt(
                question,
                decision,
                leases,
                leaseDomains(decision, chosen),
                knownRevs(),
                chosen == null ? null : chosen.agent(),
                health(chosen),
                chosen != null && (hasSession(question, chosen) || hasConnection(chosen)),
                fleet.farms().resource(decision.resourceId()),
                chosen == null ? List.of() : checks(decision, chosen),
                now);
    }

    /** Of a short name that is placed as new, without those of the accounts of other hosts: it is not one of them. */
    private List<String> leaseDomains(Decision decision, @Nullable Host chosen) {
        boolean anew =
                decision.outcome() instanceof Placed placed && placed.domain().isEmpty();
        return leases.stream()
                .map(Lease::domain)
                .filter(domain -> !domain.isEmpty())
                .filter(domain -> chosen == null
                        || !user.isShort()
                        || !anew
                        || chosen.isOwnDomain(domain)
                        || !fleet.isHostname(domain))
                .sorted()
                .toList();
    }

    private Set<Long> knownRevs() {
        return fleet.leases().ofPerson(user.user()).stream().map(Lease::rev).collect(Collectors.toSet());
    }

    private static boolean hasSession(Question question, Host host) {
        return question.sessions().stream()
                .anyMatch(s -> s.agentId().equals(host.agent().id()));
    }

    private boolean hasConnection(Host host) {
        return fleet.connections().isOpen(host.agent().id(), user);
    }

    private static int health(@Nullable Host host) {
        Heartbeat last = host == null ? null : host.heartbeat();
        Integer score = last == null ? null : last.healthScore();
        return score == null ? 0 : score;
    }

    private Question question(CallView call, Set<String> avoid, long seed) {
        List<UserSession> sessions = new ArrayList<>();
        Map<String, Integer> load = new HashMap<>();
        for (Located located : fleet.sessions().of(user)) {
            sessions.add(session(located));
            load.merge(located.agentId(), 1, Integer::sum);
        }
        List<LeaseView> held = leases.stream().map(this::view).toList();
        Stream.concat(held.stream().filter(LeaseView::underWay).map(LeaseView::agentId), pledged())
                .distinct()
                .forEach(id -> load.merge(id, 1, Integer::sum));
        Set<String> failed = fleet.failures().agentsFor(user, now);
        return new Question(user, call, sessions, held, load, failed, avoid, minuteOfWeek(), seed);
    }

    private int minuteOfWeek() {
        ZonedDateTime local = now.atZone(fleet.timeZone());
        return (local.getDayOfWeek().getValue() - 1) * MINUTES_OF_DAY + local.get(ChronoField.MINUTE_OF_DAY);
    }

    /** Hosts for which another request of the same user was decided and whose lease is being written. */
    private Stream<String> pledged() {
        return fleet.pledges().of(user).stream().map(Lease::agentId);
    }

    private static UserSession session(Located located) {
        Session session = located.session();
        Instant logon = session.logonAt();
        return new UserSession(
                located.agentId(),
                session.user().domain(),
                session.state(),
                logon == null ? 0 : logon.getEpochSecond());
    }

    /** Behind a lease taken under the short name may be somebody's session: it has to be that of the user who asks. */
    private LeaseView view(Lease lease) {
        Host host = fleet.host(lease.agentId());
        UserName holder = lease.domain().isEmpty() ? user : new UserName(lease.person(), lease.domain());
        return new LeaseView(
                lease.agentId(),
                lease.farm(),
                lease.resource(),
                lease.domain(),
                lease.expiresAt().toEpochMilli() / 1000.0,
                !lease.expiresAt().isAfter(now),
                host != null
                        && (host.hasSessionOf(holder) || fleet.connections().isOpen(lease.agentId(), holder)),
                host != null && host.isUnderWay(lease, now));
    }

    /** The chosen host, every host that a lease is on, the farm and the resource, as they were relied on. */
    private List<Check> checks(Decision decision, Host chosen) {
        Set<String> agentIds = new HashSet<>();
        agentIds.add(chosen.agent().id());
        leases.forEach(lease -> agentIds.add(lease.agentId()));
        List<Check> checks = new ArrayList<>();
        for (String id : agentIds) {
            Host host = fleet.host(id);
            if (host != null) {
                checks.add(new Check(Subject.AGENT, id, host.agent().controlVersion()));
            }
        }
        Farm farm = fleet.farms().farm(decision.farmId());
        if (farm != null) {
            checks.add(new Check(Subject.FARM, farm.id(), farm.controlVersion()));
        }
        Resource resource = fleet.farms().resource(decision.resourceId());
        if (resource != null) {
            checks.add(new Check(Subject.RESOURCE, resource.id(), resource.controlVersion()));
        }
        return checks;
    }
}
