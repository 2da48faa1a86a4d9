package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.drover.database.DatabaseExtension;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Keys and certificates are replaced while the broker runs, by files that change. */
class ReplacedSecretsIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final String STORE_PASSWORD = "of-the-tests";
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String OLD = "gateway-7f3a9c1e5b8d2046-old";
    private static final String NEW = "gateway-1c5e9a3f7b2d8064-new";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private int secure;
    private int admin;

    @Test
    void aRunningBrokerTakesAnotherKeyAndAnotherCertificate() throws Exception {
        secure = freePort();
        admin = freePort();
        Path key = Files.writeString(folder.resolve("broker"), OLD);
        certificate("CN=first");
        try (BrokerServer broker = BrokerServer.start(config(), Map.of())) {
            assertThat(subject()).isEqualTo("CN=first");
            assertThat(status(OLD)).isEqualTo(404);
            assertThat(status(NEW)).isEqualTo(401);

            Files.writeString(key, "too-short");
            await().atMost(PATIENCE).until(() -> health().contains("is shorter than 24 characters"));
            assertThat(health()).doesNotContain("too-short");
            assertThat(status(OLD)).isEqualTo(404);

            Path draft = Files.writeString(folder.resolve("draft"), NEW);
            Files.move(draft, key, StandardCopyOption.ATOMIC_MOVE);
            await().atMost(PATIENCE).until(() -> status(NEW) == 404);
            assertThat(status(OLD)).isEqualTo(401);
            assertThat(health()).doesNotContain("shorter");

            Files.writeString(folder.resolve("tls.p12"), "no key store");
            assertThat(reloadCertificate().statusCode()).isEqualTo(500);
            assertThat(subject()).isEqualTo("CN=first");

            certificate("CN=second");
            assertThat(reloadCertificate().statusCode()).isEqualTo(200);
            assertThat(subject()).isEqualTo("CN=second");
            assertThat(broker.address().getPort()).isEqualTo(secure);
        }
    }

    private Path config() throws IOException {
        Files.writeString(folder.resolve("password"), database.password());
        return Files.writeString(folder.resolve("config.yml"), """
                database: { embedded: false, url: "%s", user: %s, password_file: password }
                policy: { folder: "%s", watch: false }
                keys:
                  enrollment: { value: enrollment-7f3a9c1e5b8d2046 }
                  broker: [ { name: guacamole, file: broker } ]
                  operators: [ { name: console, role: admin, value: admin-0a4c6e8b1d3f57920f6b } ]
                server:
                  applicationConnectors:
                    - { type: https, port: %d, keyStorePath: "%s", keyStoreType: PKCS12, keyStorePassword: %s }
                  adminConnectors: [ { type: http, port: %d, bindHost: 127.0.0.1 } ]
                logging: { level: ERROR }
                """.formatted(
                        database.url(),
                        database.user(),
                        Path.of("../rules").toAbsolutePath().normalize(),
                        secure,
                        folder.resolve("tls.p12"),
                        STORE_PASSWORD,
                        admin));
    }

    /** What the broker answers to a question about no placement: 404 when the key is right. */
    private int status(String key) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("https://127.0.0.1:" + secure + "/api/v1/broker/placements/none/closed"))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}"))
                .build();
        return HttpClient.newBuilder()
                .sslContext(anybody())
                .build()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }

    private String subject() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + secure + "/healthz"))
                .build();
        HttpResponse<Void> answer =
                HttpClient.newBuilder().sslContext(anybody()).build().send(request, BodyHandlers.discarding());
        return ((X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0])
                .getSubjectX500Principal()
                .getName();
    }

    private String health() throws Exception {
        return admin("GET", "/healthcheck").body();
    }

    private HttpResponse<String> reloadCertificate() throws Exception {
        return admin("POST", "/tasks/reload-ssl");
    }

    private HttpResponse<String> admin(String method, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin + path))
                                .method(method, BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString());
    }

    /** Makes a key store with a certificate of its own, by the tool that comes with Java. */
    private void certificate(String subject) throws Exception {
        Path store = folder.resolve("made.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "drover",
                        "-keyalg",
                        "EC",
                        "-dname",
                        subject,
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        STORE_PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).isZero();
        Files.move(store, folder.resolve("tls.p12"), StandardCopyOption.REPLACE_EXISTING);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Trusts whoever answers: what is looked at is which certificate that is. */
    private static SSLContext anybody() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Anybody()}, new SecureRandom());
        return context;
    }

    private static final class Anybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
