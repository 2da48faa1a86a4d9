package io.drover.scenario.run;

import io.drover.connection.PlacedUser;
import io.drover.decision.HostComparison;
import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.lease.Lease;
import io.drover.placement.PlacementDecision;
import io.drover.placement.PlacementRecord;
import io.drover.placement.PlacementRequest;
import io.drover.placement.PlacementService;
import io.drover.placement.TokenForm;
import io.drover.policy.PlacementSettings;
import io.drover.policy.Strategies;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.FreshEngine;
import io.drover.scenario.Control;
import io.drover.scenario.Expectation;
import io.drover.scenario.Given;
import io.drover.scenario.Invariant;
import io.drover.scenario.Position;
import io.drover.scenario.Report;
import io.drover.scenario.Request;
import io.drover.scenario.Scenario;
import io.drover.scenario.Step;
import io.drover.scenario.When;
import io.drover.scenario.run.ScenarioResult.Event;
import io.drover.scenario.run.ScenarioResult.Failure;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One scenario on its way through its steps. */
final class ScenarioRun {

    private final Instant start;
    private final List<Invariant> invariants;
    private final VirtualClock clock;
    private final World world;
    private final FreshEngine engine;
    private final PlacementService service;
    private final Expectations expectations;
    private final BurstExpectations bursts;
    private final Domains domains;
    private final Deque<PlacedUser> placements = new ArrayDeque<>();
    private final List<Failure> failures = new ArrayList<>();
    private final Set<String> fired = new HashSet<>();
    private final List<String> answers = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final List<Answer> decided = new ArrayList<>();
    private @Nullable PlacementRecord last;
    private long decisions;

    ScenarioRun(
            CompiledRules rules,
            Set<String> knownRules,
            PlacementSettings settings,
            Instant start,
            List<Invariant> invariants) {
        this.start = start;
        this.invariants = invariants;
        clock = new VirtualClock(start);
        domains = new Domains(settings.domains());
        world = new World(clock, settings, domains);
        engine = new FreshEngine(rules, domains::same);
        world.fleet().install(engine);
        service = new PlacementService(
                settings,
                domains,
                world.fleet(),
                world.leases(),
                stale -> CompletableFuture.completedFuture(null),
                (lease, claimed) -> {},
                placement -> last = placement,
                new Numbered(),
                clock,
                Runnable::run);
        expectations = new Expectations(world, new TokenForm(settings.tokenPrefix()), knownRules);
        bursts = new BurstExpectations(world);
    }

    /** Ids and seeds that count, so that every run is the same. */
    private final class Numbered implements PlacementService.Chance {
        @Override
        public String decisionId() {
            return "decision-" + ++decisions;
        }

        @Override
        public long seed() {
            return decisions;
        }
    }

    /** What does not hold; a scenario that names what there is not, or no user, is a failure too. */
    List<Failure> run(Scenario scenario) {
        Position at = scenario.position();
        try {
            apply(scenario.given(), at);
            for (Step step : scenario.steps()) {
                at = step.position();
                step(step);
            }
        } catch (IllegalArgumentException wrong) {
            fail(at, String.valueOf(wrong.getMessage()));
        }
        return failures;
    }

    Set<String> fired() {
        return fired;
    }

    List<String> answers() {
        return answers;
    }

    /** The answer of each question, of a burst the last. */
    List<Answer> decided() {
        return decided;
    }

    List<Event> events() {
        return events;
    }

    private void apply(Given given, Position position) {
        given.farms().forEach((id, farm) -> {
            String strategy = farm.strategy().orElse(Strategies.USUAL);
            if (!engine.strategies().knows(strategy)) {
                fail(
                        position,
                        "farm %s: strategy %s".formatted(id, engine.strategies().refusal(strategy)));
            }
        });
        world.apply(given);
    }

    private void step(Step step) {
        world.moveTo(start.plus(step.at()));
        apply(step.given(), step.position());
        step.silent().forEach(world::silence);
        step.heartbeats().forEach(world::hear);
        step.controls().forEach(this::control);
        step.reports().forEach(this::report);
        if (step.when() instanceof When.One one) {
            Answer answer = ask(one.request(), one.endpoint(), step.position());
            events.add(new Event(answer.shortly(), time() + answer.sentences()));
            decided.add(answer);
            for (Expectation expected : step.then()) {
                if (expected instanceof Expectation.OfAnswer of) {
                    expectations
                            .check(of, answer, one.endpoint(), clock.instant())
                            .ifPresent(wrong -> fail(expected, wrong, answer));
                }
            }
        } else if (step.when() instanceof When.Burst burst) {
            burst(burst, step);
        }
        for (Expectation expected : step.then()) {
            if (expected instanceof Expectation.OfState state) {
                expectations.check(state).ifPresent(wrong -> fail(expected.position(), wrong));
            }
        }
    }

    private void burst(When.Burst burst, Step step) {
        Instant first = clock.instant();
        List<Answer> answers = new ArrayList<>();
        for (int n = 1; n <= burst.count(); n++) {
            world.moveTo(first.plus(burst.within().multipliedBy(n - 1L).dividedBy(burst.count())));
            answers.add(ask(burst.nth(n), burst.endpoint(), step.position()));
        }
        decided.add(answers.get(answers.size() - 1));
        String counted = BurstExpectations.counted(answers);
        events.add(new Event(counted, time() + burst.count() + " users asked: " + counted + "."));
        for (Expectation expected : step.then()) {
            if (expected instanceof Expectation.OfBurst of) {
                bursts.check(of, answers).ifPresent(wrong -> fail(expected, wrong, answers.get(answers.size() - 1)));
            } else if (expected instanceof Expectation.OfAnswer each) {
                answers.forEach(answer -> expectations
                        .check(each, answer, burst.endpoint(), clock.instant())
                        .ifPresent(wrong -> fail(expected, wrong, answer)));
            }
        }
    }

    private void control(Control control) {
        world.control(control)
                .forEach(wrong -> fail(control.position(), "control: %s %s".formatted(wrong.field(), wrong.reason())));
    }

    private void report(Report report) {
        PlacedUser placed = lastOf(UserName.parse(report.username()));
        if (placed == null) {
            fail(report.position(), "report: " + report.username() + " was not placed before");
        } else {
            world.report(placed, report.event());
        }
    }

    private @Nullable PlacedUser lastOf(UserName user) {
        return placements.stream()
                .filter(placed -> placed.person().equals(user.user()))
                .filter(placed -> domains.mayBeSame(placed.domain(), user.domain()))
                .findFirst()
                .orElse(null);
    }

    private Answer ask(Request request, When.Endpoint endpoint, Position position) {
        last = null;
        PlacementRequest asked = placementRequest(request);
        PlacementDecision decision = (endpoint == When.Endpoint.TOKENS
                        ? service.placeResource(asked)
                        : service.place(asked))
                .toCompletableFuture()
                .join();
        Answer answer = answer(asked, decision);
        fired.addAll(answer.firedRules());
        answers.add(Outcome.of(answer));
        if (decision instanceof PlacementDecision.Placed placed) {
            remember(placed);
        }
        for (Invariant invariant : invariants) {
            expectations.check(invariant, answer).ifPresent(wrong -> failures.add(told(position, wrong, "", answer)));
        }
        return answer;
    }

    /** The placement that an answer names: of a repeated request the first one, which is known already. */
    private void remember(PlacementDecision.Placed placed) {
        PlacementRecord record = last;
        if (record != null && record.decisionId().equals(placed.decisionId())) {
            Lease lease = record.lease();
            placements.addFirst(new PlacedUser(
                    placed.decisionId(),
                    record.user().user(),
                    record.user().domain(),
                    placed.agentId(),
                    lease == null ? 0 : lease.rev()));
        }
    }

    private Answer answer(PlacementRequest asked, PlacementDecision decision) {
        PlacementRecord record = last;
        return record == null
                ? new Answer(asked, decision, null, List.of(), Set.of())
                : new Answer(
                        asked,
                        decision,
                        record.attempt(),
                        engine.judged(),
                        engine.fired().keySet());
    }

    private static PlacementRequest placementRequest(Request request) {
        return new PlacementRequest(
                request.username(),
                orEmpty(request.connectionId()),
                orEmpty(request.connectionName()),
                orEmpty(request.resourceId()),
                orEmpty(request.farmId()),
                request.groups(),
                orEmpty(request.clientAddress()),
                "",
                orEmpty(request.dataSource()),
                request.excludeAgentIds(),
                orEmpty(request.requestId()));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** How long after the start it is, nothing at the start. */
    private String time() {
        Duration since = Duration.between(start, clock.instant());
        return since.isZero()
                ? ""
                : "+"
                        + BigDecimal.valueOf(since.toMillis(), 3)
                                .stripTrailingZeros()
                                .toPlainString() + "s: ";
    }

    private void fail(Position position, String message) {
        failures.add(Failure.plain(position, message));
    }

    private void fail(Expectation expected, String message, Answer answer) {
        failures.add(told(expected.position(), message, comparison(expected, answer), answer));
    }

    private static String comparison(Expectation expected, Answer answer) {
        return expected instanceof Expectation.OnAgent on
                ? answer.story()
                        .map(story -> HostComparison.of(story, on.agents()))
                        .orElse("")
                : "";
    }

    private Failure told(Position position, String message, String comparison, Answer answer) {
        return new Failure(position, message, comparison, time() + answer.explanation());
    }
}
