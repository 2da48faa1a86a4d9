package io.drover;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** What is logged from now on, at the levels that are set. */
final class WrittenLog {

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage()
                    + Objects.requireNonNullElse(ThrowableProxyUtil.asString(event.getThrowableProxy()), ""));
        }
    };

    private WrittenLog() {}

    static WrittenLog begin() {
        WrittenLog log = new WrittenLog();
        log.appender.setContext(log.root.getLoggerContext());
        log.appender.start();
        log.root.addAppender(log.appender);
        return log;
    }

    void assertTellsNoneOf(String... secrets) {
        assertThat(lines).as("the log").isNotEmpty();
        for (String secret : List.of(secrets)) {
            assertThat(lines).noneMatch(line -> line.contains(secret));
        }
    }

    void end() {
        root.detachAppender(appender);
        appender.stop();
    }
}
