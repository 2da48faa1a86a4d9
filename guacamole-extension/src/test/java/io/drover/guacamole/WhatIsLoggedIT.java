package io.drover.guacamole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.apache.guacamole.GuacamoleException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** At INFO and above the extension names no user and tells no secret, whatever goes wrong. */
class WhatIsLoggedIT {

    @RegisterExtension
    static final Surroundings all = new Surroundings();

    private static final List<String> USERS =
            List.of("wanderlich", "CORP\\Zephyrine", "Ottokar@corp.example", "Bjørnstjerne");
    private static final List<String> SECRETS = List.of(
            "wanderlich",
            "zephyrine",
            "ottokar",
            "bjørnstjerne",
            "x".repeat(100),
            BrokerProcess.KEY,
            BrokerProcess.NEXT_KEY,
            Guacamole.PASSWORD);

    @Test
    void neitherSecretsNorUsersAreInTheLog() throws Exception {
        all.operator().farm("logged", "logged-a", "logged-b");
        all.guacd().at("logged-b", FakeGuacd::desktop);
        try (Lines lines = new Lines()) {
            try (Relay relay = Relay.to(all.broker().url());
                    Guacamole guacamole = publishing(relay.url(), BrokerProcess.KEY);
                    Guacamole stranger = publishing(relay.url(), "a-key-of-nobody-0123456789abcdef")) {
                for (String user : USERS) {
                    meetADeadHost(guacamole, user);
                    guacamole.publishing().getUserContext(Guacamole.user(user, "x".repeat(600)));
                    stranger.publishing().getUserContext(Guacamole.user(user));
                    assertThatThrownBy(() -> stranger.click(user, Guacamole.desktop("logged")))
                            .isInstanceOf(GuacamoleException.class);
                }
                for (int status : new int[] {500, 503, 302, 401, 200}) {
                    relay.answers((exchange, heard) -> Relay.answer(exchange, status, heard.body()));
                    for (String user : USERS) {
                        assertThatThrownBy(() -> guacamole.click(user, Guacamole.desktop("logged")))
                                .isInstanceOf(GuacamoleException.class);
                        guacamole.publishing().getUserContext(Guacamole.user(user));
                    }
                }
            }
            assertThat(lines.all).anyMatch(line -> line.contains("Brokered connections ask "));
            assertThat(lines.all).anyMatch(line -> line.contains(" did not answer; agent "));
            assertThat(lines.all).anyMatch(line -> line.contains("A user has 1 groups; "));
            assertThat(lines.all).anyMatch(line -> line.contains("The broker answers 401"));
            assertThat(lines.all).anyMatch(line -> line.contains("No broker helps, "));
            assertThat(lines.all)
                    .allSatisfy(line -> assertThat(SECRETS)
                            .as("told by: %s", line)
                            .noneMatch(line.toLowerCase(Locale.ROOT)::contains));
        }
    }

    private static void meetADeadHost(Guacamole guacamole, String user) throws GuacamoleException {
        guacamole.click(user, Guacamole.desktop("logged")).close();
    }

    private static Guacamole publishing(String url, String key) {
        return Guacamole.with("drover-url", url, "drover-key", key, "drover-publish", "true");
    }

    /** What is logged from now on, at the levels that are on where nobody sets any: INFO and above. */
    private static final class Lines extends Handler implements AutoCloseable {

        private final Logger root = Logger.getLogger("");
        private final Queue<String> all = new ConcurrentLinkedQueue<>();
        private final SimpleFormatter format = new SimpleFormatter();

        Lines() {
            root.addHandler(this);
        }

        @Override
        public void publish(LogRecord line) {
            all.add(format.format(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            root.removeHandler(this);
        }
    }
}
