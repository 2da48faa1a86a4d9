package io.drover.http;

import static io.drover.http.TestServer.ADMIN;
import static io.drover.http.TestServer.BROKER;
import static io.drover.http.TestServer.OPERATOR;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.drover.http.HttpCalls.Answer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorShapeIT {

    @RegisterExtension
    static final TestServer server = new TestServer(access -> List.of(new ProbeResource(access)))
            .translating(ErrorShapeIT::storageFault)
            .agents(ErrorShapeIT::tokenHash);

    private static final String UNKNOWN_TO_MEMORY = "00000000000000000000000000000002";

    private static Optional<ApiException> storageFault(Throwable fault) {
        return fault instanceof UnsupportedOperationException
                ? Optional.of(new ApiException(503, "storage_unavailable", "the database cannot be asked in time"))
                : Optional.empty();
    }

    private static Optional<byte[]> tokenHash(String agentId) {
        if (agentId.equals(UNKNOWN_TO_MEMORY)) {
            throw new UnsupportedOperationException("db1 is away");
        }
        return TestServer.tokenHash(agentId);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "1",
                "\"text\"",
                "{\"username\":\"a\"} {}",
                "{\"username\":\"a\",\"username\":\"b\"}",
                "{\"a\":{\"b\":1,\"b\":2},\"username\":\"a\"}",
                "{'username':'a'}",
                "{\"username\":\"a\",}",
                "{\"username\":\"a\", \"n\": NaN}",
                "{\"username\":\"a\", \"n\": Infinity}",
                "// comment\n{\"username\":\"a\"}",
                "{\"username\":\"a\\u0000b\"}",
                "{\"username\":\"a\\ud800b\"}",
                "{\"username\":\"a\\udc00\"}",
                "{\"username\":\"a\",\"x\\u0000\":1}",
                "{\"username\":\"a\",\"deep\":[{\"x\":\"\\u0000\"}]}",
                "{\"username\":\"a\\u0007\"}",
                "{\"username\":\"\"}",
                "{\"username\":\"  \"}",
                "{\"username\":null}",
                "{\"username\":5}",
                "{\"username\":true}",
                "{\"username\":[\"a\"]}",
                "{\"username\":{\"a\":1}}",
                "{}"
            })
    void badBodiesAreInvalidRequests(String body) {
        Answer answer = server.post("/api/v1/broker/resolve", BROKER, body);

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("invalid_request");
        assertHasOneShape(answer);
    }

    @Test
    void deepNestingIsAnInvalidRequest() {
        String body = "{\"username\":\"a\",\"x\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}";

        Answer answer = server.post("/api/v1/broker/resolve", BROKER, body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error()).startsWith("body: is nested too deep");
    }

    @Test
    void anEndlessNumberIsAnInvalidRequest() {
        Answer answer =
                server.post("/api/v1/broker/resolve", BROKER, "{\"username\":\"a\",\"x\":" + "9".repeat(10_000) + "}");

        assertThat(answer.status()).isEqualTo(400);
    }

    /** The last two look like text of four bytes a letter, and are not. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"username\":\"\u00fc\"}", "\0{\0\0", "\0\0\0{\u00ff\u00ff\u00ff\u00ff"})
    void bytesThatAreNoUtf8AreAnInvalidRequest(String bytes) {
        Answer answer = server.send(server.request("/api/v1/broker/resolve", BROKER)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(bytes.getBytes(ISO_8859_1))));

        assertThat(answer.status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"id\":5}|id: must be a text",
                "{\"enabled\":\"true\"}|enabled: must be true or false, not a text",
                "{\"enabled\":1}|enabled: must be true or false",
                "{\"min_health_score\":\"60\"}|min_health_score: must be a whole number from 0 to 100, not a text",
                "{\"min_health_score\":60.5}|min_health_score: must be a whole number from 0 to 100",
                "{\"min_health_score\":1e400}|min_health_score: must be a whole number from 0 to 100",
                "{\"min_health_score\":101}|min_health_score: must be a whole number from 0 to 100",
                "{\"min_health_score\":99999999999999999999}|min_health_score: must be a whole number from 0 to 100",
                "{\"enabld\":true}|enabld: is not a field here; there are enabled, id, min_health_score"
            })
    void messagesNameFieldAndReason(String body, String message) {
        Answer answer = server.post("/api/v1/farms", OPERATOR, body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error()).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"id\":|: it ends too early",
                "{\"id\":\"a\",\"id\":\"b\"}|: the name 'id' is there twice",
                "{id:1}|''",
                "{\"id\":tru}|''",
                "[1,]|''",
                "{\"id\":01}|''",
            })
    void brokenJsonIsToldInPlainWords(String body, String why) {
        Answer answer = server.post("/api/v1/farms", OPERATOR, body);

        assertThat(answer.error()).matches("body: is not valid JSON at line 1, column [0-9]+\\Q" + why + "\\E");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "X-Agent-ID", "Content-Type", "If-Match"})
    void aHeaderThatIsThereTwiceIsRefused(String name) throws IOException {
        String header = name.equals("Authorization") ? "Bearer " + OPERATOR : "application/json";

        String answer = raw("GET /api/v1/farms/a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                + (name + ": " + header + "\r\n").repeat(2) + "\r\n");

        assertThat(answer)
                .startsWith("HTTP/1.1 400")
                .contains("\"" + name + ": is there more than once\"", "\"ref\":\"ref-", "X-Request-Id: ref-");
    }

    @Test
    void parametersThatNobodyReadsAreRefusedButForMachines() {
        assertThat(server.get("/api/v1/farms/a?colour=red", OPERATOR).error())
                .isEqualTo("colour: is not a parameter here; there are limit");
        assertThat(server.post("/api/v1/farms?limit=1", OPERATOR, "{}").error())
                .isEqualTo("limit: is not a parameter here; there are none");
        assertThat(server.post("/api/v1/farms?limit=1", "wrong", "{}").status()).isEqualTo(401);
        assertThat(server.post("/api/v1/broker/resolve?new=1", BROKER, "{\"username\":\"a\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void machinesMaySendFieldsThatAreNotKnown() {
        Answer answer = server.post("/api/v1/broker/resolve", BROKER, "{\"username\":\"a\",\"new\":{\"x\":[1]}}");

        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    void aFormIsReadLikeJson() {
        Answer answer = form("username=CORP%5Calice&groups=a&groups=b&other=");

        assertThat(answer.body().path("username").asText()).isEqualTo("CORP\\alice");
        assertThat(answer.body().path("groups")).hasSize(2);
        assertThat(form("username=a&groups=b").body().path("groups")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "username=%zz",
                "username=%",
                "username=%00",
                "username=a&username=b",
                "username=%ff",
                "username=",
                "username",
                "",
                "&&",
                "=x",
                "username=%0aa"
            })
    void badFormsAreInvalidRequests(String body) {
        Answer answer = form(body);

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertHasOneShape(answer);
    }

    @Test
    void aFormWithTooManyFieldsIsAnInvalidRequest() {
        assertThat(form("username=a" + "&x=1".repeat(12_000)).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/nothing,404,not_found",
        "GET,/api/v1/nothing,404,not_found",
        "GET,/,404,not_found",
        "GET,/api/v1/agents/../../../etc/passwd,404,not_found",
        "PUT,/api/v1/farms,405,method_not_allowed",
        "GET,/api/v1/broker/resolve,405,method_not_allowed",
        "TRACE,/api/v1/broker/resolve,501,not_implemented",
        "FOO,/api/v1/broker/resolve,501,not_implemented",
        "PATCH,/api/v1/farms/a,405,method_not_allowed",
        "GET,/api/v1/farms/a?limit=x,400,invalid_request",
        "GET,/api/v1/farms/a?limit=1&limit=2,400,invalid_request",
        "GET,/api/v1/farms/a%0ab,400,invalid_request",
        "GET,/api/v1/farms/a%00b,400,invalid_request",
        "GET,/api/v1/farms/%ff,400,invalid_request",
        "GET,/api/v1/farms/a?limit=%,400,invalid_request",
        "GET,/api/v1/farms/%2e%2e%2fx,400,invalid_request",
        "GET,/api/v1/farms/..;/x,400,invalid_request",
        "GET,/a//b,400,invalid_request",
    })
    void wrongPathsAndMethodsHaveTheOneShape(String method, String path, int status, String code) throws IOException {
        String answer = raw(method + " " + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + ADMIN
                + "\r\nConnection: close\r\n\r\n");

        assertThat(answer)
                .startsWith("HTTP/1.1 " + status + " ")
                .contains("\"code\":\"" + code + "\"", "\"ref\":\"ref-");
    }

    @ParameterizedTest
    @CsvSource({
        "PUT,/api/v1/farms,POST",
        "OPTIONS,/api/v1/farms,POST",
        "PATCH,/api/v1/farms/a,'DELETE,GET,HEAD'",
        "OPTIONS,/api/v1/farms/a,'DELETE,GET,HEAD'",
        "OPTIONS,/api/v1/policy/reload,POST",
    })
    void aWrongMethodSaysWhichAreRight(String method, String path, String allowed) throws IOException {
        String answer = raw(method + " " + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + ADMIN
                + "\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 405 ").contains("\"code\":\"method_not_allowed\"");
        assertThat(answer.lines())
                .filteredOn(line -> line.startsWith("Allow: "))
                .singleElement()
                .satisfies(line -> assertThat(line.substring("Allow: ".length()).split(", *"))
                        .containsExactlyInAnyOrder(allowed.split(",")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data", "x"
            })
    void aWrongContentTypeIsRefused(String type) {
        Answer answer = server.send(server.request("/api/v1/broker/resolve", BROKER)
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString("{\"username\":\"a\"}")));

        assertThat(answer.status()).as(answer.text()).isBetween(400, 415);
        assertHasOneShape(answer);
    }

    @Test
    void aMissingContentTypeIsRefused() {
        Answer answer = server.send(
                server.request("/api/v1/broker/resolve", BROKER).POST(BodyPublishers.ofString("{\"username\":\"a\"}")));

        assertThat(answer.status()).isEqualTo(415);
        assertHasOneShape(answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "application/*", "*/json", "*/x-www-form-urlencoded"})
    void aContentTypeWithAnAsteriskIsRefused(String type) {
        for (String path : List.of("resolve", "tokens")) {
            Answer answer = server.send(server.request("/api/v1/broker/" + path, BROKER)
                    .header("Content-Type", type)
                    .POST(BodyPublishers.ofString("username=a")));

            assertThat(answer.status()).as(answer.text()).isEqualTo(415);
            assertHasOneShape(answer);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"username=eve", "username=e%76e&groups=%25zz", "username=eve;x", "username=eve&username=b"})
    void theQueryIsNoForm(String query) {
        try (RecordedLog log = RecordedLog.begin()) {
            Answer answer = server.send(server.request("/api/v1/broker/tokens?" + query, BROKER)
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.noBody()));

            assertThat(answer.status()).as(answer.text()).isEqualTo(400);
            assertThat(log.lines()).noneMatch(line -> line.contains("username"));
        }
    }

    @Test
    void anAcceptThatCannotBeMetIsRefusedInJson() {
        Answer answer = server.send(server.request("/api/v1/farms/a", OPERATOR)
                .header("Accept", "text/html")
                .GET());

        assertThat(answer.status()).isEqualTo(406);
        assertHasOneShape(answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json;q=2", "*/*;q=NaN", "application/json;q=", "a/b/c", "/"})
    void anAcceptThatIsNoneIsAnInvalidRequest(String accept) {
        for (String path : List.of("/api/v1/farms/a", "/api/v1/none")) {
            Answer answer = server.send(
                    server.request(path, OPERATOR).header("Accept", accept).GET());

            assertThat(answer.status()).as(answer.text()).isEqualTo(400);
            assertThat(answer.error()).isEqualTo("Accept: is no list of media types");
            assertHasOneShape(answer);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json; charset=none", "application/json;charset=utf-16;x=y;q=0.5", "*/*; a=b"})
    void ofAnAcceptOnlyTheTypeCounts(String accept) {
        Answer answer = server.send(server.request("/api/v1/farms/a", OPERATOR)
                .header("Accept", accept)
                .GET());

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.header().apply("Content-Type")).contains("application/json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json;q=2", "application/json; charset=utf-8; q=NaN"})
    void aWeightInAContentTypeMeansNothing(String type) {
        Answer answer = server.send(server.request("/api/v1/broker/resolve", BROKER)
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString("{\"username\":\"a\"}")));

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    @Test
    void headAndOptionsDoNoHarm() {
        Answer head = server.send("HEAD", "/api/v1/farms/a", OPERATOR, "");
        Answer headWithoutKey = server.send(server.request("/api/v1/farms/a").method("HEAD", BodyPublishers.noBody()));
        Answer options = server.send(server.request("/api/v1/farms/a").method("OPTIONS", BodyPublishers.noBody()));

        assertThat(head.status()).isEqualTo(200);
        assertThat(headWithoutKey.status()).isEqualTo(401);
        assertThat(options.status()).as(options.text()).isEqualTo(405);
    }

    @Test
    void everyCodeThatAStatusHasIsInTheReference() throws IOException {
        String page = Files.readString(Path.of("../docs/reference/http.md"));

        assertThat(IntStream.rangeClosed(400, 599).mapToObj(Errors::ofStatus))
                .extracting(ApiException::code)
                .allSatisfy(code -> assertThat(page).contains("`" + code + "`"));
    }

    @Test
    void aBugTellsNothingButTheRef() {
        Answer answer = server.send(server.request("/api/v1/bug").GET());

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.code()).isEqualTo("internal");
        assertThat(answer.text()).doesNotContain("SELECT", "internal.db1", "IllegalState");
        assertHasOneShape(answer);
    }

    @Test
    void anAnswerThatCannotBeWrittenIsABug() {
        Answer answer = server.send(server.request("/api/v1/unwritable").GET());

        assertThat(answer.status()).isEqualTo(500);
        assertHasOneShape(answer);
    }

    @Test
    void faultsOfFeaturesAreTranslatedAlsoFromAsynchronousAnswers() {
        Answer answer = server.send(server.request("/api/v1/storage").GET());

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.code()).isEqualTo("storage_unavailable");
        assertThat(answer.text()).doesNotContain("db1");
        assertHasOneShape(answer);
    }

    @Test
    void aCallerWhoCannotBeLookedUpIsToldSoAndTheLogIsNotFlooded() {
        try (RecordedLog log = RecordedLog.begin()) {
            Answer answer = server.send(server.request("/api/v1/storage", TestServer.AGENT_TOKEN)
                    .header("X-Agent-ID", UNKNOWN_TO_MEMORY)
                    .GET());

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.code()).isEqualTo("storage_unavailable");
            assertHasOneShape(answer);
            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void aRefusalCountsHostsByReason() {
        Answer answer = server.send(server.request("/api/v1/refused").GET());

        assertThat(answer.body().path("decision_id").asText()).isEqualTo("d1");
        assertThat(answer.body().path("excluded").path("agent-draining").asInt())
                .isEqualTo(3);
    }

    @Test
    void theRefIsInTheHeaderAndInTheLog() {
        Answer answer = server.post("/api/v1/policy/reload", ADMIN, "{}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header().apply("X-Request-Id"))
                .contains(answer.body().path("ref").asText());
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/broker/resolve,65537,413",
        "/api/v1/farms,1048577,413",
        "/api/v1/agents/enroll,65537,413",
        "/api/v1/broker/resolve,10485760,413"
    })
    void aBodyLargerThanItsPathAcceptsIsRefused(String path, int size, int status) {
        String key = path.contains("broker") ? BROKER : OPERATOR;

        assertThat(sized(path, key, size, true).status()).isEqualTo(status);
        assertThat(sized(path, key, size, false).code()).isEqualTo("body_too_large");
    }

    @Test
    void aClientThatAsksFirstIsToldBeforeItSendsTooMuch() throws IOException {
        String answer = raw("POST /api/v1/broker/resolve HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + BROKER
                + "\r\nContent-Type: application/json\r\nContent-Length: 70000\r\nExpect: 100-continue\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 413");
    }

    @Test
    void aBodyAsLargeAsItsPathAcceptsIsRead() {
        assertThat(sized("/api/v1/broker/resolve", BROKER, 65_536, true).status())
                .isEqualTo(200);
        assertThat(sized("/api/v1/broker/resolve", BROKER, 65_536, false).status())
                .isEqualTo(200);
    }

    @Test
    void anInflatedHeartbeatIsRead() throws IOException {
        Answer answer = heartbeat(gzip("{\"sessions\":[{},{}]}".getBytes(UTF_8)), "gzip");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.body().path("sessions").asInt()).isEqualTo(2);
    }

    @Test
    void aGzipBombIsRefused() throws IOException {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
            gzip.write("{\"x\":\"".getBytes(UTF_8));
            for (int i = 0; i < 200; i++) {
                gzip.write(new byte[1_000_000]);
            }
        }

        Answer answer = heartbeat(bomb.toByteArray(), "gzip");

        assertThat(bomb.size()).isLessThan(1_000_000);
        assertThat(answer.status()).isEqualTo(413);
        assertHasOneShape(answer);
    }

    @Test
    void gzipThatIsNoneIsAnInvalidRequest() throws IOException {
        byte[] half = gzip("{\"sessions\":[]}".getBytes(UTF_8));

        assertThat(heartbeat("{}".getBytes(UTF_8), "gzip").status()).isEqualTo(400);
        assertThat(heartbeat(Arrays.copyOf(half, 20), "gzip").status()).isEqualTo(400);
        assertThat(heartbeat(new byte[0], "gzip").status()).isEqualTo(400);
        assertThat(heartbeat("{}".getBytes(UTF_8), "br").code()).isEqualTo("unsupported_encoding");
    }

    /** The JDK's reader calls itself for each empty member. */
    @Test
    void gzipOfSeveralMembersIsAnInvalidRequest() throws IOException {
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        byte[] empty = gzip(new byte[0]);
        for (int i = 0; i < 200_000; i++) {
            members.write(empty);
        }
        members.write(gzip("{\"sessions\":[]}".getBytes(UTF_8)));
        byte[] twice = (new String(gzip("{".getBytes(UTF_8)), ISO_8859_1) + "x").getBytes(ISO_8859_1);

        Answer answer = heartbeat(members.toByteArray(), "gzip");

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(heartbeat(twice, "gzip").error()).isEqualTo("body: goes on after the end of its gzip");
    }

    @Test
    void gzipIsReadForHeartbeatsOnly() throws IOException {
        Answer answer = server.send(server.request("/api/v1/broker/resolve", BROKER)
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(gzip("{\"username\":\"a\"}".getBytes(UTF_8)))));

        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.code()).isEqualTo("unsupported_encoding");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NONSENSE\r\n\r\n",
                "GET\r\n\r\n",
                "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
                "GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "\u0016\u0003\u0001\u0002\r\n\r\n"
            })
    void whatJettyRefusesHasTheOneShape(String request) throws IOException {
        assertThat(raw(request))
                .contains("\"code\":\"", "\"ref\":\"ref-", "application/json")
                .containsPattern("^HTTP/1.1 [45]");
        assertThat(server.raw(server.adminPort(), request.getBytes(ISO_8859_1)))
                .contains("\"code\":\"", "\"ref\":\"ref-");
    }

    @Test
    void headersThatAreTooLargeAreRefused() throws IOException {
        String answer = raw("GET / HTTP/1.1\r\nHost: x\r\nX: " + "a".repeat(20_000) + "\r\n\r\n");
        String line = raw("GET /" + "a".repeat(20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 431").contains("\"code\":\"header_too_large\"");
        assertThat(line).startsWith("HTTP/1.1 414").contains("\"code\":\"uri_too_long\"");
    }

    @Test
    void chunksThatAreNoneAreRefused() throws IOException {
        String answer = raw("POST /api/v1/broker/resolve HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + BROKER
                + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 400").contains("\"code\":\"invalid_request\"");
    }

    private static void assertHasOneShape(Answer answer) {
        assertThat(answer.header().apply("Content-Type")).contains("application/json");
        assertThat(answer.body().path("error").asText()).isNotBlank();
        assertThat(answer.code()).matches("[a-z_]+");
        assertThat(answer.header().apply("X-Request-Id"))
                .contains(answer.body().path("ref").asText());
    }

    private static Answer form(String body) {
        return server.send(server.request("/api/v1/broker/tokens", BROKER)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body)));
    }

    private static Answer sized(String path, String key, int size, boolean known) {
        byte[] start = "{\"username\":\"a\",\"x\":\"".getBytes(UTF_8);
        byte[] body = new byte[size];
        Arrays.fill(body, (byte) ' ');
        System.arraycopy(start, 0, body, 0, start.length);
        body[size - 2] = '"';
        body[size - 1] = '}';
        HttpRequest.Builder request = server.request(path, key).header("Content-Type", "application/json");
        return server.send(request.POST(
                known
                        ? BodyPublishers.ofByteArray(body)
                        : BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))));
    }

    private static Answer heartbeat(byte[] body, String encoding) {
        return server.send(server.agentRequest("/api/v1/agents/heartbeat")
                .header("Content-Type", "application/json")
                .header("Content-Encoding", encoding)
                .POST(BodyPublishers.ofByteArray(body)));
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    private static String raw(String request) throws IOException {
        return server.raw(server.port(), request.getBytes(ISO_8859_1));
    }
}
