package io.drover.guacamole;

import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.GuacamoleServerException;
import org.apache.guacamole.environment.Environment;
import org.apache.guacamole.properties.StringGuacamoleProperty;
import org.jspecify.annotations.Nullable;

/** Reads single properties; what is wrong with one is said with its name. Blank is the same as not set. */
final class SettingsReader {

    private final Environment environment;

    SettingsReader(Environment environment) {
        this.environment = environment;
    }

    @Nullable
    String text(String name) throws GuacamoleException {
        String value = environment.getProperty(new StringGuacamoleProperty() {
            @Override
            public String getName() {
                return name;
            }
        });
        return value == null || value.trim().isEmpty() ? null : value.trim();
    }

    String text(String name, String otherwise) throws GuacamoleException {
        String value = text(name);
        return value == null ? otherwise : value;
    }

    @Nullable
    File file(String name) throws GuacamoleException {
        String value = text(name);
        return value == null ? null : new File(value);
    }

    int number(String name, int otherwise, int least, int most) throws GuacamoleException {
        String value = text(name);
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new GuacamoleServerException(name + " must be a number from " + least + " to " + most);
    }

    Set<String> names(String name) throws GuacamoleException {
        Set<String> names = new LinkedHashSet<>();
        for (String part : parts(name)) {
            names.add(part.toLowerCase(Locale.ROOT));
        }
        return Collections.unmodifiableSet(names);
    }

    List<URI> urls(String name) throws GuacamoleException {
        List<URI> urls = new ArrayList<>();
        for (String part : parts(name)) {
            urls.add(url(name, part));
        }
        if (urls.isEmpty()) {
            throw new GuacamoleServerException(name + " is not set");
        }
        return Collections.unmodifiableList(urls);
    }

    private static URI url(String name, String text) throws GuacamoleException {
        try {
            URI url = new URI(text.replaceAll("/+$", ""));
            boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
            if (http && url.getHost() != null && url.getRawUserInfo() == null && bare(url)) {
                return url;
            }
        } catch (URISyntaxException e) {
            // said below, without the text: it may hold a password
        }
        throw new GuacamoleServerException(
                name + " must hold addresses like https://broker.example:8443, separated by commas");
    }

    private static boolean bare(URI url) {
        return url.getRawQuery() == null && url.getRawFragment() == null;
    }

    /** Connection parameters, {@code name=value} separated by commas, over those that every resource has. */
    Map<String, String> parameters(String name, String prefix) throws GuacamoleException {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("hostname", "${" + prefix + "_HOST}");
        parameters.put("port", "${" + prefix + "_PORT}");
        parameters.put("username", "${GUAC_USERNAME}");
        parameters.put("password", "${GUAC_PASSWORD}");
        for (String part : parts(name)) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw new GuacamoleServerException(name + " must hold name=value, separated by commas");
            }
            parameters.put(
                    part.substring(0, equals).trim(), part.substring(equals + 1).trim());
        }
        return Collections.unmodifiableMap(parameters);
    }

    private List<String> parts(String name) throws GuacamoleException {
        List<String> parts = new ArrayList<>();
        for (String part : text(name, "").split(",")) {
            if (!part.trim().isEmpty()) {
                parts.add(part.trim());
            }
        }
        return parts;
    }
}
