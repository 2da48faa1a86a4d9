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

    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_]+");

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
        authorities = in.file("drover-ca-file");
        prefix = prefix(in);
        nodeId = in.text("drover-node-id", NodeName.ofThisMachine());
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

    /** Whether the broker's resources are to appear as connections. Wrong settings say no. */
    static boolean publish(Environment environment) {
        try {
            return "true".equalsIgnoreCase(new SettingsReader(environment).text("drover-publish", "false"));
        } catch (GuacamoleException e) {
            return false;
        }
    }

    private static String prefix(SettingsReader in) throws GuacamoleException {
        String prefix = in.text("drover-token-prefix", "SESSIONGUARD");
        if (!PREFIX.matcher(prefix).matches()) {
            throw new GuacamoleServerException("drover-token-prefix may have letters, digits and _ only");
        }
        return prefix;
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
