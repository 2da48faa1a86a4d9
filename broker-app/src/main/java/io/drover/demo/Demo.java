package io.drover.demo;

import io.drover.BrokerServer;
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

    public Demo(DemoFolder folder, Progress progress) {
        this.folder = folder;
        this.progress = progress;
    }

    /**
     * Runs the demo from its start to its end.
     *
     * @param rules what the broker decides by
     * @param shown gets the result before everything is stopped
     * @throws DemoException when the broker refuses something that has to be before users can be placed
     * @throws Exception when the broker does not start
     */
    public DemoResult run(RuleSource rules, Consumer<DemoResult> shown) throws Exception {
        folder.prepare(rules);
        progress.say("starting a broker and its database in " + folder.path());
        CompletableFuture<HttpClient> client = CompletableFuture.supplyAsync(HttpClient::newHttpClient);
        try (BrokerServer broker = BrokerServer.start(folder.config(), DemoFolder.variables())) {
            progress.say("the broker answers at " + broker.address());
            DemoResult result = play(new BrokerApi(client.join(), broker.address(), folder.keys()));
            shown.accept(result);
            progress.say("stopping");
            return result;
        }
    }

    private DemoResult play(BrokerApi api) throws InterruptedException {
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
            new RuleEditPart(stage, folder, InstantSource.system()).place();
        } finally {
            reporting.stop();
        }
        progress.say("all users are placed");
        return new DemoResult(placements, first);
    }
}
