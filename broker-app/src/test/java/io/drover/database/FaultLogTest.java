package io.drover.database;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class FaultLogTest {

    private final Logger log = (Logger) LoggerFactory.getLogger(FaultLogTest.class);
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    @BeforeEach
    void record() {
        log.setLevel(Level.INFO);
        appender.start();
        log.addAppender(appender);
    }

    @AfterEach
    void stop() {
        log.detachAppender(appender);
        log.setLevel(null);
    }

    @Test
    void ofAFaultTheKindIsToldAndNotItsWords() {
        FaultLog.tell(log, "Could not count", new IllegalStateException("alice"));
        FaultLog.tell(log, "Could not count", new IllegalStateException(new SQLException("alice", "55P03")));

        assertThat(appender.list).allSatisfy(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.WARN);
            assertThat(event.getThrowableProxy()).isNull();
        });
        assertThat(appender.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .isEqualTo(
                        List.of("Could not count: java.lang.IllegalStateException", "Could not count: SQLSTATE 55P03"));
    }

    /** Nobody can mend a class that is missing by the name of the error alone. */
    @Test
    void anErrorOfJavaIsToldWhole() {
        FaultLog.tell(log, "Could not count", new NoClassDefFoundError("io/drover/Missing"));

        assertThat(appender.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.ERROR);
            assertThat(event.getThrowableProxy().getMessage()).isEqualTo("io/drover/Missing");
        });
    }
}
