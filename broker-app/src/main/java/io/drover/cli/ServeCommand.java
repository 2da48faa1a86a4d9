package io.drover.cli;

import io.drover.BrokerServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the broker until it is told to stop. */
@Command(name = "serve", description = "Runs the broker until it is told to stop.", mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {

    @Option(
            names = "--config",
            description = "The configuration file (default: config.yml beside the launcher).",
            defaultValue = "${sys:drover.home:-.}/config.yml")
    @SuppressWarnings("NullAway.Init")
    private Path config;

    @Override
    public Integer call() throws Exception {
        if (!Files.isRegularFile(config)) {
            throw new BadFileException("There is no configuration file %s.".formatted(config));
        }
        BrokerServer.start(config, System.getenv()).join();
        return ExitCode.OK;
    }
}
