package io.drover.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.http.HttpCalls.Answer;
import io.drover.http.TestServer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HealthResourceIT {

    private static volatile Optional<String> problem = Optional.empty();
    private static final AtomicInteger asked = new AtomicInteger();
    private static final AtomicLong nanos = new AtomicLong();

    @RegisterExtension
    static final TestServer server = new TestServer(
            access -> List.of(new HealthResource(List.of(new Settable(), new Well()), Runnable::run, nanos::get)));

    @BeforeEach
    void forget() {
        nanos.addAndGet(2_000_000_000L);
        problem = Optional.empty();
        asked.set(0);
    }

    @Test
    void theProcessIsUpWhateverIsWrong() {
        problem = Optional.of("down");

        Answer answer = server.send(server.request("/healthz").GET());

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("{\"status\":\"up\"}");
        assertThat(asked).hasValue(0);
    }

    @Test
    void readyWhenEveryCheckIsWell() {
        Answer answer = server.send(server.request("/readyz").GET());

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text())
                .isEqualTo("{\"status\":\"ready\",\"checks\":{\"database\":\"ok\",\"policy\":\"ok\"}}");
    }

    @Test
    void notReadySaysWhatIsWrongInTheOneErrorShape() {
        problem = Optional.of("cannot be reached");

        Answer answer = server.send(server.request("/readyz").GET());

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.code()).isEqualTo("not_ready");
        assertThat(answer.error()).isEqualTo("not ready: database: cannot be reached");
        assertThat(answer.header().apply("X-Request-Id"))
                .contains(answer.body().path("ref").asText());
    }

    @Test
    void checksRunOnceASecond() {
        for (int i = 0; i < 5; i++) {
            assertThat(server.send(server.request("/readyz").GET()).status()).isEqualTo(200);
        }
        assertThat(asked).hasValue(1);

        nanos.addAndGet(1_000_000_001L);
        problem = Optional.of("down");
        assertThat(server.send(server.request("/readyz").GET()).status()).isEqualTo(503);
    }

    private static final class Settable implements ReadinessCheck {
        @Override
        public String name() {
            return "database";
        }

        @Override
        public Optional<String> problem() {
            asked.incrementAndGet();
            return problem;
        }
    }

    private static final class Well implements ReadinessCheck {
        @Override
        public String name() {
            return "policy";
        }

        @Override
        public Optional<String> problem() {
            return Optional.empty();
        }
    }
}
