package io.drover.demo;

import io.drover.BrokerServer;
import io.drover.policy.RuleSource;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

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
     * @throws DemoException when the broker refuses something that has to be before users can be placed
     * @throws Exception when the broker does not start
     */
    public DemoResult run(RuleSource rules) throws Exception {
        folder.prepare(rules);
        progress.say("starting a broker and its database in " + folder.path());
        CompletableFuture<HttpClient> client = CompletableFuture.supplyAsync(HttpClient::newHttpClient);
        try (BrokerServer broker = BrokerServer.start(folder.config(), DemoFolder.variables())) {
            progress.say("the broker answers at " + broker.address());
            return play(new BrokerApi(client.join(), broker.address(), folder.keys()));
        }
    }

    private DemoResult play(BrokerApi api) throws InterruptedException {
        List<Placement> placements = new ArrayList<>();
        DemoFleet fleet = new DemoFleet(api);
        DemoScript script = new DemoScript(api, fleet, placements::add);
        fleet.clear();
        script.openOffice();
        progress.say("six simulated hosts are enrolled and report");
        script.placeFirst();
        double first = progress.seconds();
        progress.say("the first user is placed");
        CompletableFuture<ThisMachine> machine = CompletableFuture.supplyAsync(ThisMachine::new);
        Reporting reporting = Reporting.start(fleet);
        try {
            script.placeReturning();
            script.placeWhileOperatorsWork();
            script.placeInVain();
            script.placeStorm();
            script.placeRemoteApp();
            script.placeOn(machine.join());
        } finally {
            reporting.stop();
        }
        progress.say("all users are placed; stopping");
        return new DemoResult(placements, first);
    }
}
