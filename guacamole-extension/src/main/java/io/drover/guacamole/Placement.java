package io.drover.guacamole;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.GuacamoleServerException;
import org.apache.guacamole.net.auth.GuacamoleProxyConfiguration;
import org.jspecify.annotations.Nullable;

/** The broker's answer: a host, and what the connection's tokens stand for. */
final class Placement {

    private static final List<String> EXPECTED = Collections.unmodifiableList(Arrays.asList(
            "AGENT_ID",
            "FARM_ID",
            "HOST",
            "PORT",
            "REASON",
            "REMOTE_APP",
            "REMOTE_APP_ARGS",
            "REMOTE_APP_DIR",
            "RESOURCE_ID"));
    private static final int GUACD_PORT = 4822;
    private static final int HIGHEST_PORT = 65_535;
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern HOST = Pattern.compile("[^\\s\\p{Cntrl}]{1,255}");

    private final String decisionId;
    private final String agentId;
    private final Map<String, String> tokens;
    private final @Nullable GuacamoleProxyConfiguration guacd;

    private Placement(
            String decisionId,
            String agentId,
            Map<String, String> tokens,
            @Nullable GuacamoleProxyConfiguration guacd) {
        this.decisionId = decisionId;
        this.agentId = agentId;
        this.tokens = Collections.unmodifiableMap(tokens);
        this.guacd = guacd;
    }

    /**
     * Reads it.
     *
     * @param prefix only tokens whose names start with it are taken: the broker must not set Guacamole's own
     * @throws GuacamoleException if it names no host, or a port that is none
     */
    static Placement read(JsonObject json, String prefix) throws GuacamoleException {
        Map<String, String> tokens = tokens(json, prefix + "_");
        if (!HOST.matcher(tokens.getOrDefault(prefix + "_HOST", "")).matches()) {
            throw new GuacamoleServerException("the broker's answer names no host in a token " + prefix
                    + "_HOST: is drover-token-prefix the broker's token_prefix?");
        }
        return new Placement(
                Json.text(json, "decision_id"), Json.text(json, "agent_id"), tokens, guacd(Json.object(json, "guacd")));
    }

    /** Whether it is a broker's answer at all: it names an agent and a decision. */
    static boolean isAnswer(JsonObject json) {
        return ID.matcher(Json.text(json, "decision_id")).matches()
                && ID.matcher(Json.text(json, "agent_id")).matches();
    }

    /** Every token that may stand in a connection: one that is not set would stay in it as it is written. */
    private static Map<String, String> tokens(JsonObject json, String prefix) throws GuacamoleException {
        Map<String, String> tokens = new LinkedHashMap<>();
        EXPECTED.forEach(name -> tokens.put(prefix + name, ""));
        tokens.put(prefix + "AGENT_ID", Json.text(json, "agent_id"));
        tokens.put(prefix + "FARM_ID", Json.text(json, "farm_id"));
        tokens.put(prefix + "REASON", Json.text(json, "reason"));
        int port = port(json, "port", 0);
        tokens.put(prefix + "PORT", port > 0 ? Integer.toString(port) : "");
        for (Map.Entry<String, JsonElement> token : Json.object(json, "tokens").entrySet()) {
            if (token.getKey().startsWith(prefix) && token.getValue().isJsonPrimitive()) {
                tokens.put(token.getKey(), token.getValue().getAsString());
            }
        }
        return tokens;
    }

    private static @Nullable GuacamoleProxyConfiguration guacd(JsonObject json) throws GuacamoleException {
        String hostname = Json.text(json, "hostname");
        if (hostname.isEmpty()) {
            return null;
        }
        int port = port(json, "guacd.port", GUACD_PORT);
        boolean encrypted = "ssl".equalsIgnoreCase(Json.text(json, "encryption"));
        return new GuacamoleProxyConfiguration(hostname, port, encrypted);
    }

    private static int port(JsonObject json, String name, int otherwise) throws GuacamoleException {
        JsonElement value = json.get("port");
        int port = value == null || value.isJsonNull() ? otherwise : Json.number(json, "port");
        if (value != null && !value.isJsonNull() && (port < 1 || port > HIGHEST_PORT)) {
            throw new GuacamoleServerException("the broker's answer has a " + name + " that is no port");
        }
        return port;
    }

    /** What later reports are about. */
    String decisionId() {
        return decisionId;
    }

    /** The chosen host. */
    String agentId() {
        return agentId;
    }

    /** All expected tokens, empty where there is nothing to say. */
    Map<String, String> tokens() {
        return tokens;
    }

    /** The guacd to go through; null when the broker leaves it to Guacamole. */
    @Nullable
    GuacamoleProxyConfiguration guacd() {
        return guacd;
    }
}
