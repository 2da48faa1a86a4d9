package io.drover.cli;

import io.drover.BrokerServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the broker until it is told to stop. */
@Command(
        name = "serve",
        description = "Runs the broker until it is told to stop, by Ctrl-C or SIGTERM.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExit codes:%n",
        footer = {
            "  1    the rules fail the suites that they have to pass, and no earlier ones are kept",
            "  2    a setting, a key, a folder or a port cannot be used",
            "  3    the rules do not compile, and no earlier ones are kept",
            "  6    the database cannot be started or reached",
            "  130  stopped by Ctrl-C",
            "  143  stopped by SIGTERM"
        })
final class ServeCommand implements Callable<Integer> {

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "The configuration file (default: config.yml beside the launcher), counted from where you are;"
                            + " paths in it are counted from its own folder.",
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
