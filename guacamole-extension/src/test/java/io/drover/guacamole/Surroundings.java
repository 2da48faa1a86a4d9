package io.drover.guacamole;

import java.time.Duration;
import java.util.Properties;
import org.apache.guacamole.environment.LocalEnvironment;
import org.apache.guacamole.properties.PropertiesGuacamoleProperties;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** One broker and one guacd for all tests of a run. */
final class Surroundings implements BeforeAllCallback {

    @SuppressWarnings("NullAway.Init")
    private Running running;

    @Override
    public void beforeAll(ExtensionContext context) {
        running = context.getRoot()
                .getStore(Namespace.GLOBAL)
                .getOrComputeIfAbsent(Running.class, unused -> Running.start(), Running.class);
    }

    BrokerProcess broker() {
        return running.broker;
    }

    FakeGuacd guacd() {
        return running.guacd;
    }

    Operator operator() {
        return running.operator;
    }

    private record Running(BrokerProcess broker, FakeGuacd guacd, Operator operator) implements AutoCloseable {

        static Running start() {
            try {
                Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
                FakeGuacd guacd = new FakeGuacd();
                Properties properties = new Properties();
                properties.setProperty("guacd-hostname", "127.0.0.1");
                properties.setProperty("guacd-port", Integer.toString(guacd.port()));
                LocalEnvironment.getInstance().addGuacamoleProperties(new PropertiesGuacamoleProperties(properties));
                BrokerProcess broker = BrokerProcess.start();
                return new Running(broker, guacd, new Operator(broker.url()));
            } catch (Exception e) {
                throw new IllegalStateException("the broker or guacd did not start", e);
            }
        }

        @Override
        public void close() throws java.io.IOException {
            broker.close();
            guacd.close();
        }
    }
}
