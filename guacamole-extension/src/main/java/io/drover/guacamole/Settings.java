package io.drover.guacamole;

import java.io.File;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.GuacamoleServerException;
import org.apache.guacamole.environment.Environment;
import org.jspecify.annotations.Nullable;

/** What {@code guacamole.properties} says about the broker. Read on first use, never while Guacamole starts. */
final class Settings {

    /** What tokens start with unless the settings say otherwise. */
    static final String USUAL_PREFIX = "SESSIONGUARD";

    private static final Pattern PREFIX = Pattern.compile("(?!GUAC(_|$))[A-Za-z0-9_]{1,32}");
    private static final int LONGEST_NODE_ID = 512;

    private final List<URI> urls;
    private final @Nullable File keyFile;
    private final @Nullable String key;
    private final @Nullable File authorities;
    private final String prefix;
    private final String nodeId;
    private final Map<String, String> publishedParameters;
    private final int timeout;
    private final int tries;
    private final int hold;

    private Settings(SettingsReader in) throws GuacamoleException {
        urls = in.urls("drover-url");
        keyFile = in.file("drover-key-file");
        key = in.text("drover-key");
        if (keyFile == null && key == null) {
            throw new GuacamoleServerException("drover-key-file is not set");
        }
        if (keyFile == null && !BrokerKey.isKey(key)) {
            throw new GuacamoleServerException("drover-key must be printable ASCII without spaces");
        }
        authorities = in.file("drover-ca-file");
        prefix = prefix(in);
        nodeId = nodeId(in);
        publishedParameters = in.parameters("drover-publish-parameters", prefix);
        timeout = in.number("drover-timeout", 2_500, 500, 5_000);
        tries = in.number("drover-tries", 3, 1, 3);
        hold = in.number("drover-hold", 3_000, 0, 8_000);
    }

    /**
     * Reads them.
     *
     * @throws GuacamoleException naming the property that is missing or wrong
     */
    static Settings read(Environment environment) throws GuacamoleException {
        return new Settings(new SettingsReader(environment));
    }

    /**
     * Whether the broker's resources are to appear as connections.
     *
     * @throws GuacamoleException when it is neither true nor false
     */
    static boolean publish(Environment environment) throws GuacamoleException {
        String publish = new SettingsReader(environment).text("drover-publish", "false");
        if (!publish.equalsIgnoreCase("true") && !publish.equalsIgnoreCase("false")) {
            throw new GuacamoleServerException("drover-publish must be true or false");
        }
        return publish.equalsIgnoreCase("true");
    }

    /**
     * What the names of the broker's tokens start with.
     *
     * @throws GuacamoleException when no token can start so, or Guacamole's own do
     */
    static String prefix(SettingsReader in) throws GuacamoleException {
        String prefix = in.text("drover-token-prefix", USUAL_PREFIX);
        if (!PREFIX.matcher(prefix).matches()) {
            throw new GuacamoleServerException("drover-token-prefix may have letters, digits and _ only, at most 32,"
                    + " and must not be GUAC, which is Guacamole's own");
        }
        return prefix;
    }

    private static String nodeId(SettingsReader in) throws GuacamoleException {
        String nodeId = in.text("drover-node-id");
        if (nodeId != null && nodeId.length() > LONGEST_NODE_ID) {
            throw new GuacamoleServerException("drover-node-id may have " + LONGEST_NODE_ID + " characters at most");
        }
        return nodeId == null ? NodeName.ofThisMachine() : nodeId;
    }

    /** Where the brokers are, in the order of preference; at least one. */
    List<URI> urls() {
        return urls;
    }

    /** The file with the key; it goes before {@link #key()}. */
    @Nullable
    File keyFile() {
        return keyFile;
    }

    /** The key itself. */
    @Nullable
    String key() {
        return key;
    }

    /** PEM certificates of the authorities that brokers' certificates are checked against. */
    @Nullable
    File authorities() {
        return authorities;
    }

    /** What the names of the broker's tokens start with, without the underscore that follows. */
    String prefix() {
        return prefix;
    }

    /** What this Guacamole calls itself. */
    String nodeId() {
        return nodeId;
    }

    /** The parameters of the connections that are made from the broker's resources. */
    Map<String, String> publishedParameters() {
        return publishedParameters;
    }

    /** How long one question to the brokers may take in all, in milliseconds. */
    int timeout() {
        return timeout;
    }

    /** How many hosts are tried for one connection. */
    int tries() {
        return tries;
    }

    /** How long a connection is held back until its desktop appears, in milliseconds. */
    int hold() {
        return hold;
    }
}
