package io.drover.auth;

import static io.drover.http.TestServer.ADMIN;
import static io.drover.http.TestServer.AGENT_ID;
import static io.drover.http.TestServer.AGENT_TOKEN;
import static io.drover.http.TestServer.BROKER;
import static io.drover.http.TestServer.ENROLLMENT;
import static io.drover.http.TestServer.OPERATOR;
import static io.drover.http.TestServer.POLICY_AUTHOR;
import static io.drover.http.TestServer.SECOND_BROKER;
import static io.drover.http.TestServer.VIEWER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.drover.http.HttpCalls.Answer;
import io.drover.http.ProbeResource;
import io.drover.http.TestServer;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessIT {

    @RegisterExtension
    static final TestServer server = new TestServer(access -> List.of(new ProbeResource(access)));

    /** Each test with no wrong credential behind it. */
    @BeforeEach
    void forget() {
        server.advance(Duration.ofMinutes(2));
    }

    @ParameterizedTest
    @CsvSource({
        "POST,/api/v1/broker/resolve,broker second-broker,invalid broker credential",
        "POST,/api/v1/agents/heartbeat,agent,invalid agent credentials",
        "GET,/api/v1/farms/a,viewer operator author admin,the credential is missing or wrong",
        "POST,/api/v1/farms,operator admin,the credential is missing or wrong",
        "DELETE,/api/v1/farms/a,admin,the credential is missing or wrong",
        "POST,/api/v1/policy/reload,author admin,the credential is missing or wrong",
        "GET,/api/v1/either,broker second-broker viewer operator author admin,the credential is missing or wrong",
    })
    void onlyTheRightCredentialsPass(String method, String path, String right, String sentence) {
        credentials().forEach((name, headers) -> {
            HttpRequest.Builder request = server.request(path)
                    .header("Content-Type", "application/json")
                    .method(method, bodyOf(method));
            headers.forEach(request::header);
            Answer answer = server.send(request);

            if (List.of(right.split(" ")).contains(name)) {
                assertThat(answer.status()).as(name).isNotIn(401, 403, 429);
            } else if (answer.status() == 403) {
                assertThat(answer.code()).as(name).isEqualTo("forbidden");
                assertThat(List.of("viewer", "operator", "author")).contains(name);
                assertThat(right).contains("admin");
            } else {
                assertThat(answer.status()).as(name).isEqualTo(401);
                assertThat(answer.code()).isEqualTo("invalid_credential");
                assertThat(answer.error()).as(name).isEqualTo(sentence);
                assertThat(answer.header().apply("WWW-Authenticate")).contains("Bearer");
            }
        });
    }

    /** After a body that nobody reads the server may close the connection while the next request is on its way. */
    private static BodyPublisher bodyOf(String method) {
        return method.equals("POST") ? BodyPublishers.ofString("{\"username\":\"a\"}") : BodyPublishers.noBody();
    }

    @Test
    void aRoleThatMayNotIsForbidden() {
        assertThat(server.post("/api/v1/farms", VIEWER, "{}").status()).isEqualTo(403);
        assertThat(server.post("/api/v1/farms", POLICY_AUTHOR, "{}").status()).isEqualTo(403);
        assertThat(server.send("DELETE", "/api/v1/farms/a", OPERATOR, "").error())
                .isEqualTo("this needs the role admin");
    }

    @Test
    void resourcesKnowWhoCalls() {
        assertThat(server.post("/api/v1/broker/resolve", SECOND_BROKER, "{\"username\":\"a\"}")
                        .body()
                        .path("caller")
                        .asText())
                .isEqualTo("two");
        assertThat(server.post("/api/v1/farms", OPERATOR, "{}")
                        .body()
                        .path("by")
                        .asText())
                .isEqualTo("otto");
        assertThat(server.send(server.agentRequest("/api/v1/agents/heartbeat")
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString("{}")))
                        .body()
                        .path("agent")
                        .asText())
                .isEqualTo(AGENT_ID);
    }

    @Test
    void enrolmentAsksForTheTokenInTheBody() {
        assertThat(enrol(ENROLLMENT).status()).isEqualTo(200);
        assertThat(enrol("enrollment-wrong").status()).isEqualTo(401);
        assertThat(enrol("enrollment-wrong").error()).isEqualTo("invalid enrollment");
        assertThat(enrol(BROKER).status()).isEqualTo(401);
    }

    @Test
    void manyWrongCredentialsAreThrottledAndRightOnesPass() {
        for (int i = 0; i < FailedAttempts.LIMIT; i++) {
            assertThat(server.get("/api/v1/farms/a", "wrong").status()).isEqualTo(401);
        }
        Answer throttled = server.get("/api/v1/farms/a", "wrong");

        assertThat(throttled.status()).isEqualTo(429);
        assertThat(throttled.code()).isEqualTo("throttled");
        assertThat(throttled.header().apply("Retry-After")).contains("60");
        assertThat(enrol("wrong").status()).isEqualTo(429);
        assertThat(server.get("/api/v1/farms/a", VIEWER).status()).isEqualTo(200);

        server.advance(FailedAttempts.WINDOW);
        assertThat(server.get("/api/v1/farms/a", "wrong").status()).isEqualTo(401);
    }

    @Test
    void aResourceThatDoesNotSayWhoMayCallItIsRefusedAtStart() {
        TestServer open = new TestServer(access -> List.of(new OpenResource()));

        assertThatThrownBy(open::start).rootCause().hasMessageContaining("add @Secured");
    }

    private static Answer enrol(String token) {
        return server.send(server.request("/api/v1/agents/enroll")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"enrollment_token\":\"" + token + "\"}")));
    }

    private static Map<String, Map<String, String>> credentials() {
        Map<String, Map<String, String>> all = new LinkedHashMap<>();
        all.put("none", Map.of());
        all.put("wrong", bearer("wrong-wrong-wrong-wrong-wrong"));
        all.put("empty", bearer(""));
        all.put("basic", Map.of("Authorization", "Basic " + BROKER));
        all.put("enrollment", bearer(ENROLLMENT));
        all.put("broker", bearer(BROKER));
        all.put("second-broker", bearer(SECOND_BROKER));
        all.put("viewer", bearer(VIEWER));
        all.put("operator", bearer(OPERATOR));
        all.put("author", bearer(POLICY_AUTHOR));
        all.put("admin", bearer(ADMIN));
        all.put("agent", Map.of("Authorization", "Bearer " + AGENT_TOKEN, "X-Agent-ID", AGENT_ID));
        all.put("agent-token-alone", bearer(AGENT_TOKEN));
        all.put("agent-with-broker-key", Map.of("Authorization", "Bearer " + BROKER, "X-Agent-ID", AGENT_ID));
        all.put("unknown-agent", Map.of("Authorization", "Bearer " + AGENT_TOKEN, "X-Agent-ID", "f".repeat(32)));
        return all;
    }

    private static Map<String, String> bearer(String key) {
        return Map.of("Authorization", "Bearer " + key);
    }

    /** Says nobody who may call it. */
    @Path("/open")
    public static final class OpenResource {

        @GET
        public String open() {
            return "";
        }
    }
}
