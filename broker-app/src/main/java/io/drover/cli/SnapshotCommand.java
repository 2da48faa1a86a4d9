package io.drover.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.file.FileTrouble;
import io.drover.file.TextFile;
import io.drover.operator.BrokerClient;
import io.drover.operator.RefusedException;
import io.drover.scenario.snapshot.FleetFile;
import io.drover.scenario.snapshot.LiveFleet;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes the live fleet of a running broker as a fleet file. */
@Command(
        name = "snapshot",
        description = "Writes the live fleet of a running broker as a fleet file that scenario suites read:"
                + " farms, resources, hosts with what they report, sessions and leases.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExit codes:%n",
        footer = {
            "  0   the fleet was written",
            "  1   the broker refuses the key",
            "  2   there is no key, or the file cannot be written",
            "  5   the broker has no hosts, farms or resources",
            "  6   the broker cannot be reached"
        })
final class SnapshotCommand implements Callable<Integer> {

    private static final String NOT_FOUND = "not_found";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final BrokerOptions broker = new BrokerOptions();

    @Option(
            names = "--pseudonymise",
            description = "Number users, domains and hosts instead of naming them, and leave addresses out.")
    private boolean pseudonymise;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Where the fleet goes, for example policy-tests/fleets/live.yml (default: standard output).")
    private @Nullable Path output;

    @Override
    public Integer call() throws InterruptedException {
        LiveFleet fleet = fetch(broker.client());
        if (fleet.agents().isEmpty()
                && fleet.farms().isEmpty()
                && fleet.resources().isEmpty()) {
            spec.commandLine().getErr().println("The broker has no hosts, farms or resources.");
            return ExitCode.NOTHING_TO_DO;
        }
        write(FleetFile.of(fleet, pseudonymise));
        return ExitCode.OK;
    }

    private static LiveFleet fetch(BrokerClient client) throws InterruptedException {
        List<JsonNode> agents = new ArrayList<>();
        for (JsonNode agent : client.list("/api/v1/agents")) {
            try {
                agents.add(client.get("/api/v1/agents/"
                        + BrokerClient.encoded(agent.path("id").asText())));
            } catch (RefusedException e) {
                if (!e.code().equals(NOT_FOUND)) {
                    throw e;
                }
            }
        }
        return new LiveFleet(
                client.list("/api/v1/farms"),
                client.list("/api/v1/resources"),
                agents,
                client.list("/api/v1/leases"),
                InstantSource.system().instant());
    }

    private void write(String text) {
        if (output == null) {
            spec.commandLine().getOut().print(text);
            spec.commandLine().getOut().flush();
            return;
        }
        try {
            TextFile.write(output, text);
        } catch (IOException e) {
            throw new BadFileException(
                    "The fleet cannot be written to %s: %s.".formatted(output, FileTrouble.reason(output, e)));
        }
    }
}
