package io.drover.collect;

import io.drover.control.HostName;
import io.drover.control.Violations;
import io.drover.policy.RuleSource;
import io.drover.scenario.parse.Kind;
import io.drover.scenario.parse.Sources;
import io.drover.scenario.parse.StrictYaml;
import io.drover.scenario.parse.YamlMap;
import io.drover.scenario.parse.YamlValue;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the file of hosts, and the secrets and certificates that it names. For one file, by one thread. */
final class HostsParser {

    private static final Duration USUAL_INTERVAL = Duration.ofSeconds(10);
    private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Kind<Integer> PORT = Kind.integer(1, 65_535);
    private static final Kind<String> SECRET = Kind.WORDS;

    private final Path file;
    private final Sources sources;
    private final Duration offlineAfter;

    /**
     * A parser.
     *
     * @param sources where the text of all files comes from
     * @param offlineAfter a host that is scraped more seldom would be offline between
     */
    HostsParser(Path file, Sources sources, Duration offlineAfter) {
        this.file = file;
        this.sources = sources;
        this.offlineAfter = offlineAfter;
    }

    StrictYaml.Reading<List<CollectedHost>> parse() {
        return new StrictYaml(sources).read(file, this::hosts);
    }

    private List<CollectedHost> hosts(YamlMap root) {
        Access usual = root.value("defaults", Kind.OBJECT)
                .map(value -> access(value.map(), Access.USUAL))
                .orElse(Access.USUAL);
        List<CollectedHost> hosts = new ArrayList<>();
        Set<String> names = new HashSet<>();
        root.requiredValue("hosts", Kind.OBJECT)
                .ifPresent(all -> all.entries().forEach((key, value) -> {
                    CollectedHost host = host(HostName.bare(key), value, usual);
                    if (!names.add(host.name())) {
                        value.problemOfKey("is there twice", "with brackets and without is one address");
                    }
                    hosts.add(host);
                }));
        root.done();
        return List.copyOf(hosts);
    }

    /** How a host is asked, which the defaults may say for all. */
    private record Access(Duration interval, Duration timeout, String authorization, String authorities) {

        static final Access USUAL = new Access(USUAL_INTERVAL, USUAL_TIMEOUT, "", "");
    }

    private CollectedHost host(String name, YamlValue value, Access usual) {
        if (!HostName.isValid(name)) {
            value.problemOfKey("is no name of a host", "a DNS name or an IP address");
        }
        YamlMap map = value.map();
        CollectedHost.Settings settings = new CollectedHost.Settings(
                address(map, name),
                map.orNull("port", PORT),
                map.take("farm_ids", Kind.TEXTS, List.of()),
                map.take("tags", Kind.TAGS, Map.of()));
        Violations wrong = new Violations();
        wrong.ids("farm_ids", settings.farmIds());
        wrong.tags("tags", settings.tags());
        wrong.list().forEach(violation -> value.problem(violation.field() + " " + violation.reason(), ""));
        URI url = url(map, name, value);
        Access access = access(map, usual);
        return new CollectedHost(
                name,
                settings,
                new ScrapedTarget(
                        url, access.interval(), access.timeout(), access.authorization(), access.authorities()));
    }

    private static String address(YamlMap map, String name) {
        Optional<YamlValue> value = map.value("address", Kind.WORDS);
        String address = HostName.bare(value.map(Kind.WORDS::read).orElse(name));
        value.filter(given -> !HostName.isValid(address))
                .ifPresent(given -> given.problem("is no name of a host", "a DNS name or an IP address"));
        return address;
    }

    private static URI url(YamlMap map, String name, YamlValue host) {
        Optional<YamlValue> value = map.value("url", Kind.WORDS);
        String bracketed = name.contains(":") ? "[" + name + "]" : name;
        String text = value.map(Kind.WORDS::read).orElse("http://" + bracketed + ":9182/metrics");
        try {
            URI url = new URI(text);
            boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (http && url.getHost() != null && url.getUserInfo() == null) {
                return url;
            }
        } catch (URISyntaxException e) {
            // falls through to the same problem
        }
        value.ifPresentOrElse(
                given -> given.problem(
                        "expected an address such as http://rdsh01.corp.example:9182/metrics",
                        "credentials stand under basic_auth or bearer_file"),
                () -> host.problemOfKey("cannot stand in an address, so it has no usual url", "set its url"));
        return URI.create("http://localhost");
    }

    private Access access(YamlMap map, Access usual) {
        Duration interval = duration(map, "interval", usual.interval());
        Duration timeout = duration(map, "timeout", usual.timeout());
        if (timeout.compareTo(interval) > 0) {
            map.problem("timeout is longer than interval", "an answer comes before the next question");
        }
        if (interval.multipliedBy(2).compareTo(offlineAfter) > 0) {
            map.problem(
                    "interval is more than half of placement.offline_after_seconds, " + offlineAfter.toSeconds(),
                    "one answer that is missed would take the host offline");
        }
        if (map.has("basic_auth") && map.has("bearer_file")) {
            map.problem("basic_auth and bearer_file exclude each other", "");
        }
        String basic = map.value("basic_auth", Kind.OBJECT).map(this::basic).orElse("");
        String bearer = map.value("bearer_file", SECRET)
                .flatMap(value -> secret(value).filter(token -> isHeaderText(value, token)))
                .map(token -> "Bearer " + token)
                .orElse("");
        String own = basic.isEmpty() ? bearer : basic;
        String authorities = map.value("ca_file", SECRET).map(this::authorities).orElse(usual.authorities());
        map.done();
        return new Access(interval, timeout, own.isEmpty() ? usual.authorization() : own, authorities);
    }

    /** A header with another character is refused by a message that quotes it. */
    private static boolean isHeaderText(YamlValue value, String token) {
        boolean fits = token.chars().allMatch(c -> c > ' ' && c < 0x7f);
        if (!fits) {
            value.problem("has a token with a blank or a character that is not ASCII", "");
        }
        return fits;
    }

    private static Duration duration(YamlMap map, String key, Duration usual) {
        Optional<YamlValue> value = map.value(key, Kind.DURATION);
        Duration duration = value.map(Kind.DURATION::read).orElse(usual);
        value.filter(given -> duration.compareTo(SHORTEST) < 0)
                .ifPresent(given -> given.problem("is shorter than 1s", ""));
        return duration.compareTo(SHORTEST) < 0 ? usual : duration;
    }

    private String basic(YamlValue value) {
        YamlMap map = value.map();
        String user = map.words("user");
        String password =
                map.requiredValue("password_file", SECRET).flatMap(this::secret).orElse("");
        map.done();
        if (user.contains(":")) {
            value.problem("a user has no colon", "");
        }
        byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(both);
    }

    /** The first line of the file that a value names. */
    private Optional<String> secret(YamlValue value) {
        Optional<String> line = text(value)
                .map(RuleSource::unmarked)
                .map(text -> text.lines().findFirst().orElse("").strip());
        if (line.filter(secret -> secret.isEmpty() || secret.chars().anyMatch(Character::isISOControl))
                .isPresent()) {
            value.problem("has no secret on its first line", "");
            return Optional.empty();
        }
        return line;
    }

    private String authorities(YamlValue value) {
        String pem = text(value).orElse("");
        if (!pem.isEmpty()) {
            try {
                TrustedAuthorities.context(pem);
            } catch (GeneralSecurityException e) {
                value.problem("has no certificates that can be read: " + e.getMessage(), "PEM is expected");
            }
        }
        return pem;
    }

    private Optional<String> text(YamlValue value) {
        String name = SECRET.read(value);
        if (name.isBlank()) {
            return Optional.empty();
        }
        Path folder = file.toAbsolutePath().getParent();
        @Nullable String reason;
        try {
            return Optional.of(sources.read(folder == null ? Path.of(name) : folder.resolve(name)));
        } catch (InvalidPathException wrong) {
            reason = "is no path that this system can name";
        } catch (NoSuchFileException missing) {
            reason = "there is no file " + name;
        } catch (IOException failed) {
            reason = name + " cannot be read: " + failed.getMessage();
        }
        value.problem(reason, "paths are counted from the folder of this file");
        return Optional.empty();
    }
}
