package io.drover.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.BrokerServer;
import io.drover.database.OtherBuildException;
import io.drover.decision.DecisionStory;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleProblem;
import io.drover.policy.RuleSource;
import java.net.http.HttpClient;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Starts a broker, feeds it a fleet over HTTP, places users through it, and stops it again. */
public final class Demo {

    private final DemoFolder folder;
    private final Progress progress;
    private final Patience patience = new Patience(InstantSource.system());

    public Demo(DemoFolder folder, Progress progress) {
        this.folder = folder;
        this.progress = progress;
    }

    /**
     * Runs the demo from its start to its end.
     *
     * @param rules what the broker decides by
     * @param shipped whether they are the shipped ones; with others, placements may differ
     * @param shown gets the result before everything is stopped
     * @throws DemoException when the broker refuses something that has to be before users can be placed
     * @throws Exception when the broker does not start
     */
    public DemoResult run(RuleSource rules, boolean shipped, Consumer<DemoResult> shown) throws Exception {
        folder.prepare(rules);
        progress.say("starting a broker and its database in " + folder.path());
        CompletableFuture<HttpClient> client = CompletableFuture.supplyAsync(HttpClient::newHttpClient);
        try (BrokerServer broker = start()) {
            progress.say("the broker answers at " + broker.address());
            DemoResult result = play(new BrokerApi(client.join(), broker.address(), folder.keys()), shipped);
            shown.accept(result);
            progress.say("stopping");
            return result;
        }
    }

    /** The data of an earlier run are kept for as long as the build can use them. */
    private BrokerServer start() throws Exception {
        try {
            return BrokerServer.start(folder.config(), DemoFolder.variables());
        } catch (OtherBuildException e) {
            progress.say("starting clean, the data here are of another build: " + e.getMessage());
            folder.deleteDatabase();
            return BrokerServer.start(folder.config(), DemoFolder.variables());
        }
    }

    /** With refused rules a broker serves those of an earlier run, which is no demonstration of these. */
    private static void refuseBrokenRules(BrokerApi api) throws BrokenRulesException {
        List<RuleProblem> problems = new ArrayList<>();
        for (JsonNode problem :
                api.operator("GET", RuleEditPart.POLICY).expectGood().body().path("problems")) {
            problems.add(new RuleProblem(
                    problem.path("file").asText(),
                    problem.path("line").asInt(),
                    problem.path("column").asInt(),
                    problem.path("lint").asText(),
                    problem.path("message").asText(),
                    problem.path("hint").asText()));
        }
        if (!problems.isEmpty()) {
            throw new BrokenRulesException(problems);
        }
    }

    private DemoResult play(BrokerApi api, boolean shipped) throws BrokenRulesException, InterruptedException {
        refuseBrokenRules(api);
        List<Placement> placements = new ArrayList<>();
        Stage stage = new Stage(api, new DemoFleet(api), placements::add);
        OfficePart office = new OfficePart(stage);
        stage.fleet().clear();
        office.open();
        progress.say("six simulated hosts are enrolled and report");
        office.placeFirst();
        double first = progress.seconds();
        progress.say("the first user is placed");
        CompletableFuture<ThisMachine> machine = CompletableFuture.supplyAsync(ThisMachine::new);
        Reporting reporting = Reporting.start(stage.fleet());
        try {
            office.placeReturning();
            office.placeWhileOperatorsWork();
            new RefusalPart(stage).place();
            office.placeStorm();
            new RemoteAppPart(stage).place();
            new MachinePart(stage, machine.join()).place();
            new RuleEditPart(stage, folder, patience).place();
        } finally {
            reporting.stop();
        }
        progress.say("all users are placed");
        String id = placements.get(0).outcome().decisionId();
        DecisionStory story = patience.await(() -> api.decision(id), "the broker did not record decision " + id);
        return new DemoResult(placements, story, first, shipped);
    }
}
