package io.drover.placement;

import io.drover.catalog.Resource;
import io.drover.fleet.Agent;
import io.drover.fleet.Attempt;
import io.drover.fleet.FleetView;
import io.drover.identity.Domains;
import io.drover.lease.Lease;
import io.drover.lease.LeaseOutcome;
import io.drover.lease.LeaseRequest;
import io.drover.lease.LeaseStore;
import io.drover.lease.StorageUnavailableException;
import io.drover.placement.PlacementDecision.Placed;
import io.drover.placement.PlacementDecision.Refused;
import io.drover.placement.PlacementDecision.Unbrokered;
import io.drover.policy.Decision;
import io.drover.policy.PlacementSettings;
import io.drover.policy.PolicyFailedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Places users: decides in memory, makes the lease durable, and answers. Safe for use by many threads. */
public final class PlacementService {

    private static final Logger LOG = LoggerFactory.getLogger(PlacementService.class);

    /**
     * How often the settings of what a decision relied on may be found changed. What other requests of the same person
     * write meanwhile is not counted: one of them gets through each time.
     */
    private static final int MOST_CONTROL_CHANGES = 6;

    /** How long a decision waits while the fleet is read anew. */
    private static final Duration TRUST = Duration.ofSeconds(1);

    /** After this time a placement is not tried again. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final PlacementSettings settings;
    private final FleetView fleet;
    private final LeaseStore store;
    private final ControlRefresher refresher;
    private final PlacementLog log;
    private final Chance chance;
    private final InstantSource clock;
    private final Executor completions;
    private final LeasePlan plan;
    private final LeaseListener listener;
    private final ConnectionTokens tokens;
    private final RepeatedRequests repeated;

    /** Where ids and seeds come from. */
    public interface Chance {
        /** A new key of a decision record, the same never twice. */
        String decisionId();

        /** A seed for one decision. */
        long seed();
    }

    /** Hears of every lease that was written, after the fleet view did. */
    public interface LeaseListener {
        /** A lease is durable; those of the short name that it took over are gone. */
        void granted(Lease lease, List<Lease> claimed);
    }

    public PlacementService(
            PlacementSettings settings,
            Domains domains,
            FleetView fleet,
            LeaseStore store,
            ControlRefresher refresher,
            LeaseListener listener,
            PlacementLog log,
            Chance chance,
            InstantSource clock,
            Executor completions) {
        this.settings = settings;
        this.fleet = fleet;
        this.store = store;
        this.refresher = refresher;
        this.listener = listener;
        this.log = log;
        this.chance = chance;
        this.clock = clock;
        this.completions = completions;
        plan = new LeasePlan(settings, domains);
        tokens = new ConnectionTokens(settings.tokenPrefix());
        repeated = new RepeatedRequests(clock);
    }

    /** Finds a host. The stage never fails: a refusal is an answer. */
    public CompletionStage<PlacementDecision> place(PlacementRequest request) {
        return place(request, false);
    }

    /** Finds a host if the connection is a published resource; others are left alone. The stage never fails. */
    public CompletionStage<PlacementDecision> placeResource(PlacementRequest request) {
        return place(request, true);
    }

    private CompletionStage<PlacementDecision> place(PlacementRequest request, boolean resourceOnly) {
        if (!settings.brokerEnabled()) {
            return answered(new Refused("broker_disabled", "brokering is switched off", Map.of(), null));
        }
        CheckedRequest checked;
        try {
            checked = CheckedRequest.of(request);
        } catch (CheckedRequest.UnsoundException e) {
            return answered(new Refused("invalid_request", String.valueOf(e.getMessage()), Map.of(), null));
        }
        return checked.requestId().isEmpty()
                ? new Run(request, checked, resourceOnly, false).start()
                : repeated.answer(
                        checked,
                        resourceOnly,
                        repetition -> new Run(request, checked, resourceOnly, repetition).start());
    }

    /**
     * What would be decided now, with what the rules say of every host. Nothing is placed.
     *
     * @throws PolicyFailedException when a rule fails
     * @throws StorageUnavailableException until the fleet was read from the database
     */
    public Explanation explain(PlacementRequest request) {
        try {
            CheckedRequest checked = CheckedRequest.of(request);
            return new Explanation.Explained(
                    fleet.explain(checked.user(), checked.call(), checked.avoid(), chance.seed()));
        } catch (CheckedRequest.UnsoundException e) {
            return new Explanation.Unsound(String.valueOf(e.getMessage()));
        }
    }

    private static CompletionStage<PlacementDecision> answered(PlacementDecision decision) {
        return CompletableFuture.completedFuture(decision);
    }

    /** One request on its way from question to answer. */
    private final class Run {
        private final String decisionId = chance.decisionId();
        private final long seed = chance.seed();
        private final long started = System.nanoTime();
        private final Instant at = clock.instant();
        private final PlacementRequest request;
        private final CheckedRequest checked;
        private final boolean resourceOnly;
        private final boolean repetition;
        private @Nullable Attempt attempt;
        private int tries;
        private int controlChanges;
        private @Nullable Lease lease;
        private long decideNanos;
        private long commitNanos;

        Run(PlacementRequest request, CheckedRequest checked, boolean resourceOnly, boolean repetition) {
            this.request = request;
            this.checked = checked;
            this.resourceOnly = resourceOnly;
            this.repetition = repetition;
        }

        CompletableFuture<PlacementDecision> start() {
            return CompletableFuture.<Void>completedFuture(null)
                    .thenCompose(begun -> attempt())
                    .exceptionally(this::fault)
                    .thenApply(this::recorded);
        }

        private CompletableFuture<PlacementDecision> attempt() {
            if (controlChanges == MOST_CONTROL_CHANGES || System.nanoTime() - started > LONGEST.toNanos()) {
                return CompletableFuture.failedFuture(
                        new StorageUnavailableException("the fleet changed at every try", null));
            }
            tries++;
            CompletableFuture<Void> trusted = fleet.whenTrusted();
            if (trusted.isDone() || store.goesOnAlone()) {
                return decide(!trusted.isDone());
            }
            return trusted.copy()
                    .completeOnTimeout(null, TRUST.toMillis(), TimeUnit.MILLISECONDS)
                    .thenComposeAsync(done -> fleet.isTrusted() ? decide(false) : decideInDoubt(), completions);
        }

        /** Still the fleet was not read anew: perhaps since the database is away. */
        private CompletableFuture<PlacementDecision> decideInDoubt() {
            return store.goOnAlone().thenCompose(this::decide).toCompletableFuture();
        }

        /** @param alone on what was known before the database went away */
        private CompletableFuture<PlacementDecision> decide(boolean alone) {
            long before = System.nanoTime();
            Attempt now;
            try {
                now = alone
                        ? fleet.decideInDoubt(checked.user(), checked.call(), checked.avoid(), seed)
                        : fleet.decide(checked.user(), checked.call(), checked.avoid(), seed);
            } catch (PolicyFailedException | StorageUnavailableException e) {
                return CompletableFuture.failedFuture(e);
            } finally {
                decideNanos += System.nanoTime() - before;
            }
            attempt = now;
            return commit(now, alone);
        }

        private CompletableFuture<PlacementDecision> commit(Attempt now, boolean alone) {
            if (resourceOnly && unbrokered(now)) {
                fleet.settled(now, null);
                return CompletableFuture.completedFuture(new Unbrokered());
            }
            if (now.decision().outcome() instanceof Decision.Refused refused) {
                return CompletableFuture.completedFuture(
                        new Refused(refused.code(), refused.detail(), refused.excluded(), decisionId));
            }
            LeaseRequest wanted = plan.of(now, (Decision.Placed) now.decision().outcome(), repetition);
            long before = System.nanoTime();
            return (alone ? store.commitAlone(wanted) : store.commit(wanted))
                    .whenComplete((outcome, fault) -> {
                        commitNanos += System.nanoTime() - before;
                        fleet.settled(now, outcome == null ? null : outcome.written());
                    })
                    .thenCompose(outcome -> settled(now, wanted, outcome))
                    .toCompletableFuture();
        }

        private static boolean unbrokered(Attempt now) {
            return now.decision().outcome() instanceof Decision.Refused refused
                    ? refused.code().equals("resource_not_found")
                            || (now.decision().resourceId().isEmpty()
                                    && !refused.code().equals("ambiguous_resource"))
                    : now.decision().resourceId().isEmpty();
        }

        private CompletableFuture<PlacementDecision> settled(Attempt now, LeaseRequest asked, LeaseOutcome outcome) {
            if (outcome instanceof LeaseOutcome.Granted granted) {
                lease = granted.lease();
                List<Lease> claimed = asked.claims() ? fleet.claimed(granted.lease()) : List.of();
                listener.granted(granted.lease(), claimed);
                return CompletableFuture.completedFuture(placed(now, granted.lease()));
            }
            if (outcome instanceof LeaseOutcome.Provisional provisional) {
                lease = provisional.lease();
                if (asked.claims()) {
                    var unused = fleet.claimed(provisional.lease());
                }
                return CompletableFuture.completedFuture(provisional(now, provisional.lease()));
            }
            if (outcome instanceof LeaseOutcome.Confirmed) {
                Lease held = LeasePlan.held(now, asked);
                lease = held;
                return CompletableFuture.completedFuture(placed(now, held));
            }
            if (outcome instanceof LeaseOutcome.LeaseChanged changed) {
                fleet.replaceLeases(asked.person(), changed.current());
                return attempt();
            }
            LeaseOutcome.ControlChanged control = (LeaseOutcome.ControlChanged) outcome;
            controlChanges++;
            return refresher
                    .refresh(control.stale())
                    .thenCompose(done -> attempt())
                    .toCompletableFuture();
        }

        private PlacementDecision placed(Attempt now, Lease held) {
            return placed(now, held, false);
        }

        private PlacementDecision provisional(Attempt now, Lease held) {
            return placed(now, held, true);
        }

        private PlacementDecision placed(Attempt now, Lease held, boolean provisional) {
            Decision.Placed chosen = (Decision.Placed) now.decision().outcome();
            Agent agent = now.agent();
            if (agent == null) {
                throw new IllegalStateException("agent " + chosen.agentId() + " was chosen but is not known");
            }
            Resource resource = now.resource();
            return new Placed(
                    agent.id(),
                    agent.hostname(),
                    agent.target(),
                    agent.targetPort(),
                    now.decision().farmId(),
                    now.decision().resourceId(),
                    chosen.reason(),
                    now.healthScore(),
                    tokens.of(agent, resource),
                    held.expiresAt(),
                    decisionId,
                    now.decision().revision(),
                    provisional);
        }

        private PlacementDecision fault(Throwable thrown) {
            Throwable cause =
                    thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
            if (cause instanceof StorageUnavailableException) {
                LOG.warn("decision {}: the lease could not be made durable: {}", decisionId, cause.getMessage());
                return refusedBecause("storage_unavailable", "the lease could not be made durable, nothing was placed");
            }
            if (cause instanceof PolicyFailedException) {
                LOG.error("decision {}: {}", decisionId, cause.getMessage(), cause);
                return refusedBecause("policy_failed", "a rule of the placement policy failed, nothing was placed");
            }
            throw new CompletionException(cause);
        }

        private Refused refusedBecause(String code, String message) {
            return new Refused(code, message, Map.of(), decisionId);
        }

        private PlacementDecision recorded(PlacementDecision answer) {
            if (!(answer instanceof Unbrokered)) {
                long total = System.nanoTime() - started;
                log.record(new PlacementRecord(
                        decisionId,
                        at,
                        request,
                        checked.user(),
                        attempt,
                        answer,
                        tries,
                        lease,
                        decideNanos,
                        commitNanos,
                        total));
            }
            return answer;
        }
    }
}
