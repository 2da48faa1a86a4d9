package io.drover;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.http.RecordedLog;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GuardedTest {

    @Test
    void afterAFaultTheTaskIsRunAgain() {
        AtomicInteger runs = new AtomicInteger();
        Guarded guarded = new Guarded("count", () -> {
            if (runs.incrementAndGet() == 1) {
                throw new IllegalStateException();
            }
        });

        guarded.run();
        guarded.run();

        assertThat(runs).hasValue(2);
    }

    /** Such as one that the classes of a half replaced jar cause: a scheduler would not run the task again. */
    @Test
    void afterAnErrorTheTaskIsRunAgain() {
        AtomicInteger runs = new AtomicInteger();
        Guarded guarded = new Guarded("count", () -> {
            if (runs.incrementAndGet() == 1) {
                throw new NoClassDefFoundError("the test says so");
            }
        });

        guarded.run();
        guarded.run();

        assertThat(runs).hasValue(2);
    }

    @Test
    void theLogTellsTheKindOfAFaultAndNotItsWords() {
        assertThat(logged(new IllegalStateException("alice")))
                .isEqualTo("Could not count: java.lang.IllegalStateException");
        assertThat(logged(new IllegalStateException(new SQLException("alice", "55P03"))))
                .isEqualTo("Could not count: SQLSTATE 55P03");
    }

    private static String logged(RuntimeException fault) {
        try (RecordedLog log = RecordedLog.begin()) {
            new Guarded("count", () -> {
                        throw fault;
                    })
                    .run();
            return String.join("\n", log.lines());
        }
    }
}
