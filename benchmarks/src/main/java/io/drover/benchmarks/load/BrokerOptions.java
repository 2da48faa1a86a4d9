package io.drover.benchmarks.load;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which broker is measured, and where it keeps its data. */
final class BrokerOptions {

    @Parameters(paramLabel = "FOLDER", description = "An empty folder for the data of brokers and the samples.")
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Option(
            names = "--jar",
            description = "The broker (default: ${DEFAULT-VALUE}).",
            defaultValue = "broker-app/target/drover.jar")
    @SuppressWarnings("NullAway.Init")
    private Path jar;

    @Option(names = "--java-options", split = " ", description = "For the broker's Java.")
    private List<String> javaOptions = List.of();

    Path folder() {
        return folder;
    }

    Path jar() {
        return jar;
    }

    List<String> javaOptions() {
        return javaOptions;
    }
}
