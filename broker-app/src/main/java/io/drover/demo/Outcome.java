package io.drover.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What came of a click, as the gateway is told.
 *
 * @param status the HTTP status
 * @param hostname where the user is sent, empty when refused
 * @param reason why there, or the code of the refusal
 * @param excluded of a refusal: how many hosts were kept out, by reason
 * @param tokens the connection's tokens
 * @param decisionId the key of the decision's record, empty when the answer names none
 */
record Outcome(
        int status,
        String hostname,
        String reason,
        Map<String, Integer> excluded,
        Map<String, String> tokens,
        String decisionId) {

    /** The reason of a new session. */
    static final String NEW = "load-balance";

    /** The reason of a way back into a session. */
    static final String SESSION = "existing-session";

    /** The reason of being sent to the same host again. */
    static final String LEASE = "existing-lease";

    /** Reads the answer of {@code resolve}. */
    static Outcome ofResolve(Answer answer) {
        JsonNode body = answer.body();
        Map<String, Integer> excluded = new TreeMap<>();
        body.path("excluded")
                .properties()
                .forEach(count -> excluded.put(count.getKey(), count.getValue().asInt()));
        Map<String, String> tokens = new TreeMap<>();
        body.path("tokens")
                .properties()
                .forEach(token -> tokens.put(token.getKey(), token.getValue().asText()));
        return new Outcome(
                answer.status(),
                body.path("hostname").asText(""),
                body.path(answer.status() == 200 ? "reason" : "code").asText(""),
                excluded,
                tokens,
                body.path("decision_id").asText(""));
    }

    /** Reads the answer of {@code tokens}; the host stands where RDP goes. */
    static Outcome ofTokens(Answer answer) {
        if (answer.status() != 200) {
            return ofResolve(answer);
        }
        Map<String, String> tokens = Arrays.stream(answer.text().split("&"))
                .map(pair -> pair.split("=", 2))
                .filter(pair -> pair.length == 2)
                .collect(Collectors.toMap(
                        pair -> decoded(pair[0]), pair -> decoded(pair[1]), (first, again) -> again, TreeMap::new));
        return new Outcome(
                answer.status(),
                tokens.getOrDefault("SESSIONGUARD_HOST", ""),
                tokens.getOrDefault("SESSIONGUARD_REASON", ""),
                Map.of(),
                tokens,
                "");
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    boolean placed() {
        return !hostname.isEmpty();
    }

    @Override
    public String toString() {
        if (placed()) {
            return "was sent to " + hostname + " (" + reason + ")";
        }
        return "was refused with " + status + " " + reason + (excluded.isEmpty() ? "" : " " + excluded);
    }
}
