package io.drover.demo;

import io.drover.decision.DecisionStory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Clicks connections, as gateways do for their users, and compares what comes of it with what must come of it. */
final class Placer {

    private final BrokerApi api;
    private final DemoFleet fleet;

    Placer(BrokerApi api, DemoFleet fleet) {
        this.api = api;
        this.fleet = fleet;
    }

    /** Asks for a host. */
    Placement resolve(String step, String user, Connection connection, Expected expected) {
        return place(
                step,
                user,
                connection,
                expected,
                fields -> Outcome.ofResolve(api.resolve(fields).join()));
    }

    /** Asks for a connection's tokens. */
    Placement tokens(String step, String user, Connection connection, Expected expected) {
        return place(
                step,
                user,
                connection,
                expected,
                fields -> Outcome.ofTokens(api.tokens(fields).join()));
    }

    private Placement place(
            String step,
            String user,
            Connection connection,
            Expected expected,
            Function<Map<String, String>, Outcome> click) {
        Map<String, String> fields = connection.clickedBy(user);
        DecisionStory story = api.explain(fields);
        Outcome outcome = click.apply(fields);
        List<String> flaws = new ArrayList<>(expected.flaws(outcome));
        List<String> faults = new ArrayList<>();
        if (!story.outcome().hostname().equals(outcome.hostname())) {
            faults.add("%s, although it was explained that it would be \"%s\""
                    .formatted(outcome, story.outcome().hostname()));
        }
        checkScore(story, outcome, flaws);
        remember(user, outcome);
        return new Placement(step, user, connection.label(), outcome, Why.of(story), flaws, faults);
    }

    /** The score of a simulated host is known without the broker. */
    private void checkScore(DecisionStory story, Outcome outcome, List<String> flaws) {
        double told = story.outcome().score();
        if (outcome.reason().equals(Outcome.NEW) && fleet.simulates(outcome.hostname())) {
            int right = fleet.host(outcome.hostname()).score();
            if (Math.abs(told - right) > 0.001) {
                flaws.add("%s has %d points, was given %s".formatted(outcome.hostname(), right, told));
            }
        }
    }

    private void remember(String user, Outcome outcome) {
        if (outcome.reason().equals(Outcome.NEW)) {
            fleet.expect(outcome.hostname(), user.substring(user.indexOf('\\') + 1));
        }
    }

    /** Lets so many new users click at the same moment; the answers are in the order of the users' numbers. */
    List<Outcome> storm(int users, Connection connection) {
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        for (int i = 1; i <= users; i++) {
            answers.add(api.resolve(connection.clickedBy(stormUser(i))));
        }
        List<Outcome> outcomes =
                answers.stream().map(answer -> Outcome.ofResolve(answer.join())).toList();
        for (int i = 0; i < users; i++) {
            remember(stormUser(i + 1), outcomes.get(i));
        }
        return outcomes;
    }

    private static String stormUser(int number) {
        return "CORP\\user%02d".formatted(number);
    }
}
