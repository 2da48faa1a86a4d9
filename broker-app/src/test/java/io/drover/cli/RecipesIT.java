package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.jetty.HttpConnectorFactory;
import io.drover.ConfigFile;
import io.drover.DroverConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The recipes in {@code deploy/} name files, ports, paths, variables and verbs: all of them are there. */
class RecipesIT {

    private static final Path ROOT = Path.of("..");
    private static final String DOCKERFILE = text("deploy/container/Dockerfile").replace("\\\n", " ");
    private static final String UNIT = text("deploy/systemd/drover.service");
    private static final String HEALTHY = text("deploy/container/healthy");
    private static final String SECRETS = text("deploy/compose/make-secrets");
    private static final String SETTINGS = text("deploy/container/config.yml");
    private static final String README = text("deploy/README.md");
    private static final String HAPROXY = text("deploy/haproxy/haproxy.cfg");
    private static final Map<?, ?> COMPOSE =
            map(new Load(LoadSettings.builder().build()).loadFromString(text("deploy/compose/compose.yml")));

    @Test
    void theImageCopiesWhatIsThere() {
        assertThat(copied())
                .isNotEmpty()
                .allSatisfy(name -> assertThat(ROOT.resolve(name)).exists());
        String ignored = text("deploy/container/Dockerfile.dockerignore");
        assertThat(ignored.lines()).noneMatch(line -> copied().contains(line));
    }

    @Test
    void theImageIsBuiltFromEveryModuleAndWhatTheirResourcesAre() {
        assertThat(found("<module>(.*?)</module>", text("pom.xml")))
                .isNotEmpty()
                .allMatch(module -> copied().contains(module) || copied().contains(module + "/pom.xml"));
        assertThat(found("<directory>\\.\\./(.*?)</directory>", text("broker-app/pom.xml")))
                .contains("migrations", "rules")
                .isSubsetOf(copied());
        assertThat(one("COPY --from=build /src/broker-app/target/(\\S+)", DOCKERFILE))
                .isEqualTo("drover.jar");
        assertThat(text("drover")).contains("broker-app/target/drover.jar");
    }

    @Test
    void theImageHasTheJavaThatTheCodeIsFor() {
        assertThat(one("ARG JAVA=(\\d+)", DOCKERFILE))
                .isEqualTo(one("<maven.compiler.release>(\\d+)<", text("pom.xml")));
    }

    @Test
    void everybodySpeaksToThePortsOfTheSettings() {
        DefaultServerFactory server = (DefaultServerFactory) settings().getServerFactory();
        String port = String.valueOf(
                ((HttpConnectorFactory) server.getApplicationConnectors().get(0)).getPort());
        assertThat(one("EXPOSE (\\d+)", DOCKERFILE)).isEqualTo(port);
        assertThat(one("DROVER_PORT:-(\\d+)", HEALTHY)).isEqualTo(port);
        assertThat(brokers().flatMap(name -> list(service(name).get("ports"))))
                .hasSize(2)
                .allMatch(it -> it.endsWith(":" + port));
        String urls =
                String.valueOf(map(service("guacamole").get("environment")).get("DROVER_URL"));
        assertThat(urls.split(", "))
                .containsExactlyElementsOf(
                        brokers().map(name -> "http://" + name + ":" + port).toList());
        assertThat(found("server broker-\\d \\S+:(\\d+)", HAPROXY)).containsOnly(port);
    }

    @Test
    void whatAsksForHealthAsksAPathThatAnswers() {
        String inImage = one("HEALTHCHECK .*?CMD \\[(.*?)]", DOCKERFILE);
        List<String> inCompose = list(map(map(COMPOSE.get("x-broker")).get("healthcheck"))
                        .get("test"))
                .toList();
        assertThat(inImage).startsWith("\"/opt/drover/healthy\", ");
        assertThat(inCompose.get(1)).isEqualTo("/opt/drover/healthy");
        String openapi = text("docs/reference/openapi.yml");
        for (String path : List.of(
                one("(/\\w+)\"$", inImage),
                inCompose.get(2),
                one("\\$\\{1:-(.*?)}", HEALTHY),
                one("option httpchk GET (\\S+)", HAPROXY))) {
            assertThat(openapi).contains("\n  " + path + ":\n");
        }
    }

    @Test
    void everyVerbIsOne() {
        List<String> image = List.of(one("\nCMD \\[\"(.*?)\"]", DOCKERFILE));
        List<String> tables = list(service("tables").get("command")).toList();
        List<String> unit =
                List.of(one("ExecStart=/opt/drover/drover ([^\n]*)", UNIT).split(" "));
        for (List<String> verb : List.of(image, tables, unit)) {
            Main.commandLine().parseArgs(verb.toArray(String[]::new));
        }
        assertThat(tables).contains("/opt/drover/config.yml");
        assertThat(unit).contains("/opt/drover/config.yml");
    }

    @Test
    void theServiceFindsItsFilesAndGivesUpWhereStartingAgainDoesNotHelp() {
        assertThat(found("(?m)=(?:file://)?/opt/drover/([^\\s]+)", UNIT))
                .contains("drover", "docs/howto/run.md")
                .filteredOn(name -> !Set.of("data").contains(name))
                .allSatisfy(name -> assertThat(ROOT.resolve(name)).exists());
        assertThat(one("RestartPreventExitStatus=([^\n]*)", UNIT))
                .isEqualTo(ExitCode.FAILED + " " + ExitCode.USAGE + " " + ExitCode.BROKEN_RULES);
        assertThat(one("\nReadWritePaths=([^\n]*)", UNIT)).isEqualTo("-/opt/drover/data -/opt/drover/target");
        assertThat(text("drover")).contains("run=$home/target/run");
    }

    @Test
    void everySecretIsMadeGivenAndRead() {
        Set<String> made = found("(?m)^make (\\w+)", SECRETS);
        assertThat(names(COMPOSE.get("secrets"))).isEqualTo(made);
        assertThat(names(COMPOSE.get("services")).stream()
                        .flatMap(name -> list(service(name).get("secrets"))))
                .isSubsetOf(made)
                .containsAll(made);
        Set<String> brokers = list(map(COMPOSE.get("x-broker")).get("secrets")).collect(Collectors.toSet());
        assertThat(found("/run/secrets/(\\w+)", SETTINGS)).isEqualTo(brokers);
        assertThat(one("USER (\\d+):", DOCKERFILE))
                .isEqualTo(one("\nbroker=(\\d+)", SECRETS))
                .isEqualTo(one("--uid (\\d+)", DOCKERFILE));
        assertThat(found(
                        "/run/secrets/(\\w+)",
                        String.valueOf(service("guacamole").get("environment"))))
                .isEqualTo(list(service("guacamole").get("secrets")).collect(Collectors.toSet()));
    }

    @Test
    void everyVariableIsReadAndToldOf() {
        assertThat(found("\\$\\{(DROVER_\\w+)", SETTINGS + HEALTHY))
                .isEqualTo(found("(?m)`(DROVER_\\w+)`[ ,|]", README));
        Set<String> properties = names(service("guacamole").get("environment")).stream()
                .filter(name -> name.startsWith("DROVER_"))
                .map(name -> name.toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.toCollection(TreeSet::new));
        String read = text("guacamole-extension/src/main/java/io/drover/guacamole/Settings.java");
        assertThat(properties).contains("drover-url").allMatch(name -> read.contains("\"" + name + "\""));
    }

    @Test
    void theComposeFileNamesWhatItHas() {
        for (String name : names(COMPOSE.get("services"))) {
            assertThat(names(COMPOSE.get("networks")))
                    .containsAll(list(service(name).get("networks")).toList());
            list(service(name).get("volumes")).map(mount -> mount.split(":")[0]).forEach(volume -> {
                if (volume.startsWith("./")) {
                    String folder = volume.substring(2) + "/";
                    boolean made = text("deploy/compose/.gitignore").lines().anyMatch(folder::equals);
                    assertThat(made
                                    || Files.isDirectory(
                                            ROOT.resolve("deploy/compose").resolve(folder)))
                            .as(volume)
                            .isTrue();
                } else {
                    assertThat(names(COMPOSE.get("volumes"))).contains(volume);
                }
            });
            Object after = service(name).get("depends_on");
            assertThat(names(COMPOSE.get("services"))).containsAll(after == null ? Set.of() : names(after));
        }
        Path context = ROOT.resolve("deploy/compose")
                .resolve(String.valueOf(map(service("tables").get("build")).get("context")));
        assertThat(context.resolve(
                        String.valueOf(map(service("tables").get("build")).get("dockerfile"))))
                .isRegularFile();
    }

    /** Else each start of the service would build, and put another image under brokers that run. */
    @Test
    void onlyWhoAsksForItBuilds() {
        assertThat(names(COMPOSE.get("services")))
                .noneMatch(name -> "build".equals(service(name).get("pull_policy")));
    }

    @Test
    void theExtensionIsCalledAsItIsBuilt() {
        String pom = text("guacamole-extension/pom.xml");
        String built = "%s-%s.jar"
                .formatted(
                        one("</parent>.*?<artifactId>(.*?)</artifactId>", pom),
                        one("<parent>.*?<version>(.*?)</version>", pom));
        assertThat(README).contains("guacamole-extension/target/" + built);
    }

    private static DroverConfig settings() {
        return ConfigFile.read(ROOT.resolve("deploy/container/config.yml"));
    }

    /** What the image takes from the sources. */
    private static Set<String> copied() {
        Set<String> all = new TreeSet<>();
        for (String words : found("(?m)^COPY (?!--from)(.*)$", DOCKERFILE)) {
            List<String> names = new ArrayList<>(Arrays.asList(words.split(" +")));
            names.removeIf(name -> name.startsWith("--"));
            all.addAll(names.subList(0, names.size() - 1));
        }
        return all;
    }

    private static Stream<String> brokers() {
        return names(COMPOSE.get("services")).stream().filter(name -> name.startsWith("broker-"));
    }

    /** A service with what it takes over from the common part. */
    private static Map<Object, Object> service(String name) {
        Map<Object, Object> all = new HashMap<>();
        Map<?, ?> own = map(map(COMPOSE.get("services")).get(name));
        if (own.get("<<") != null) {
            all.putAll(map(own.get("<<")));
        }
        all.putAll(own);
        return all;
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return (Map<?, ?>) Objects.requireNonNull(value);
    }

    private static Set<String> names(@Nullable Object value) {
        return map(value).keySet().stream().map(String::valueOf).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> list(@Nullable Object value) {
        return value == null ? Stream.of() : ((List<?>) value).stream().map(String::valueOf);
    }

    private static Set<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String one(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }

    private static String text(String path) {
        try {
            return Files.readString(ROOT.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
