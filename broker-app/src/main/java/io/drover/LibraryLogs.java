package io.drover;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.util.Map;

/**
 * The levels of what libraries log where nothing else is configured. Mistakes of rule authors and of clients are
 * answered and told by Drover; a library's line on them would look like a fault of the broker's, and carry the client's
 * text.
 */
public final class LibraryLogs {

    private static final Map<String, Level> LEVELS = Map.of(
            // warns of constraints that matter only to rules that modify facts, which Drover's never do
            "org.drools.mvel.MVELConstraint", Level.ERROR,
            // rules that do not compile
            "org.drools.compiler.kie.builder.impl.KieProject", Level.OFF,
            // requests with a second Host, or a bad one
            "org.eclipse.jetty.http.HttpParser", Level.ERROR,
            "org.eclipse.jetty.util.HostPort", Level.ERROR);

    private LibraryLogs() {}

    /** Sets the levels of the loggers that have none of their own. */
    public static void quieten(LoggerContext context) {
        LEVELS.forEach((name, level) -> {
            Logger logger = context.getLogger(name);
            if (logger.getLevel() == null) {
                logger.setLevel(level);
            }
        });
    }
}
