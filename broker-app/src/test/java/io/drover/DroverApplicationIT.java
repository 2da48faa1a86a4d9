package io.drover;

import static org.assertj.core.api.Assertions.assertThat;

import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.jetty.HttpConnectorFactory;
import io.dropwizard.testing.DropwizardTestSupport;
import io.drover.auth.KeysConfig;
import io.drover.database.DatabaseConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DroverApplicationIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static DropwizardTestSupport<DroverConfig> app;

    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        DroverConfig config = new DroverConfig(
                DatabaseConfig.embeddedIn(folder.resolve("postgres"), folder.resolve("binaries")),
                null,
                null,
                KeysConfig.of(folder.resolve("keys.yml").toString(), null, null, null));
        DefaultServerFactory server = (DefaultServerFactory) config.getServerFactory();
        ((HttpConnectorFactory) server.getApplicationConnectors().get(0)).setPort(0);
        ((HttpConnectorFactory) server.getAdminConnectors().get(0)).setPort(0);
        app = new DropwizardTestSupport<>(DroverApplication.class, config);
        app.before();
    }

    @AfterAll
    static void stop() {
        app.after();
    }

    @Test
    void aFreshBrokerIsReady() throws IOException, InterruptedException {
        HttpResponse<String> answer = get(app.getLocalPort(), "/readyz");

        assertThat(answer.body()).contains("\"status\":\"ready\"", "\"database\":\"ok\"");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(get(app.getAdminPort(), "/healthcheck").statusCode()).isEqualTo(200);
    }

    @Test
    void itsKeysAreItsOwnersAlone() throws IOException {
        Path keys = folder.resolve("keys.yml");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keys)))
                .isEqualTo("rw-------");
    }

    private HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .build(),
                BodyHandlers.ofString());
    }
}
