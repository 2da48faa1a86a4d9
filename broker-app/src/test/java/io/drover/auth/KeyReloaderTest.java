package io.drover.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class KeyReloaderTest {

    private static final String OLD = "gateway-7f3a9c1e5b8d2046-old";
    private static final String NEW = "gateway-1c5e9a3f7b2d8064-new";
    private static final String ENROLLMENT = "enrollment-7f3a9c1e5b8d2046";
    private static final String ADMIN = "admin-0a4c6e8b1d3f57920f6b";

    private final Callers callers = new Callers(keys(OLD), id -> Optional.empty());
    private final Access access = new Access(callers, InstantSource.system());
    private Supplier<PlainKeys> source = () -> keys(OLD);
    private final KeyReloader reloader = new KeyReloader(() -> source.get(), access);

    @Test
    void aNewKeyTakesThePlaceOfTheOldOne() {
        source = () -> keys(NEW);

        reloader.run();

        assertThat(holder(NEW)).isEqualTo(new Caller.Broker("guacamole"));
        assertThat(holder(OLD)).isEqualTo(new Caller.Unknown());
        assertThat(holder(ADMIN)).isEqualTo(new Caller.Operator("console", Role.ADMIN));
        assertThat(reloader.problem()).isEmpty();
    }

    @Test
    void keysThatAreNotFitChangeNothingUntilTheyAreMended() {
        source = () -> {
            throw new KeysException("keys.broker is missing");
        };

        reloader.run();
        assertThat(reloader.problem()).contains("keys.broker is missing");
        assertThat(holder(OLD)).isEqualTo(new Caller.Broker("guacamole"));

        source = () -> {
            throw new IllegalStateException("of " + OLD);
        };
        reloader.run();
        assertThat(reloader.problem())
                .hasValueSatisfying(said -> assertThat(said).doesNotContain(OLD));

        source = () -> keys(NEW);
        reloader.run();
        assertThat(reloader.problem()).isEmpty();
        assertThat(holder(NEW)).isEqualTo(new Caller.Broker("guacamole"));
    }

    @Test
    void onlyOtherKeysCountAsAChange() {
        assertThat(callers.replace(keys(OLD))).isFalse();
        assertThat(callers.replace(keys(NEW))).isTrue();
        assertThat(callers.isEnrollmentToken(ENROLLMENT)).isTrue();
    }

    private Caller holder(String key) {
        return callers.identify(null, "Bearer " + key);
    }

    private static PlainKeys keys(String broker) {
        return new PlainKeys(
                ENROLLMENT,
                List.of(new PlainKeys.Key("guacamole", broker)),
                List.of(new PlainKeys.OperatorKey("console", Role.ADMIN, ADMIN)));
    }
}
