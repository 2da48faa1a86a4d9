package io.drover.http;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/**
 * What is logged above DEBUG while it is open, with the faults' traces. It hears what is logged whatever becomes of it;
 * what a whole process prints, from before its log is set up, is another matter.
 */
public final class RecordedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private RecordedLog() {
        setContext(root.getLoggerContext());
    }

    public static RecordedLog begin() {
        RecordedLog log = new RecordedLog();
        log.start();
        log.root.addAppender(log);
        return log;
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.INFO)) {
            lines.add(event.getFormattedMessage()
                    + Objects.requireNonNullElse(ThrowableProxyUtil.asString(event.getThrowableProxy()), ""));
        }
    }

    /** A line for each event. */
    public List<String> lines() {
        return lines;
    }

    @Override
    public void close() {
        root.detachAppender(this);
        stop();
    }
}
