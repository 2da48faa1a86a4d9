package io.drover.benchmarks;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.drover.benchmarks.load.LoadRun;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/**
 * Durable placements over HTTP against a running broker, beside the upsert of a lease alone by {@code pgbench} on the
 * same PostgreSQL; {@code --help} tells the options. Ends with 1 when a target is missed.
 */
public final class Load {

    private Load() {}

    /** See {@link LoadRun}. */
    public static void main(String[] arguments) {
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
        System.exit(new CommandLine(new LoadRun(System.out)).execute(arguments));
    }
}
