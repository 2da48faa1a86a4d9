package io.drover.benchmarks;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.drover.benchmarks.load.EnduranceRun;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** A broker under moderate load for long; {@code --help} tells the options. Ends with 1 when something grows. */
public final class Endurance {

    private Endurance() {}

    /** See {@link EnduranceRun}. */
    public static void main(String[] arguments) {
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
        System.exit(new CommandLine(new EnduranceRun(System.out)).execute(arguments));
    }
}
