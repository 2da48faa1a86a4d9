package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class CheckCommandIT {

    private static final String SHIPPED = "../rules";
    private static final String GOOD = """
            package drover

            import io.drover.policy.fact.*

            rule "Hosts with a graphics card are preferred"
                @id("gpu-first") @stage(score)
                @doc("A hundred points are worth five sessions.")
            when
            	$agent : Agent( tags["gpu"] == "yes" )
            then
                $agent.score( "50 % of it, a: b", 100 );
            end
            """;
    private static final String BAD = GOOD.replace("tags[", "tagz[")
            .replace("$agent.score", "$agent.scoer")
            .replace("gpu-first", "other");

    @TempDir
    Path folder;

    private String rules = "";
    private String bad = "";

    @BeforeEach
    void twoFiles() throws IOException {
        Files.writeString(folder.resolve("a good.drl"), GOOD);
        Files.writeString(folder.resolve("bad.drl"), BAD.replace("Hosts", "Bad hosts"));
        rules = folder.toString();
        bad = folder.resolve("bad.drl").toString();
    }

    @Test
    void aCleanFolderIsSilent() {
        assertThat(CommandLineRun.of("check", SHIPPED)).isEqualTo(new CommandLineRun(ExitCode.OK, "", ""));
        assertThat(CommandLineRun.of("check", SHIPPED, "--format", "github"))
                .isEqualTo(new CommandLineRun(ExitCode.OK, "", ""));
    }

    @Test
    void withoutAFolderItTakesTheOneOfTheConfiguration() throws IOException {
        Path config = Files.writeString(folder.resolve("config.yml"), "policy: { folder: . }\n");

        CommandLineRun run = CommandLineRun.of("check", "--config", config.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.BROKEN_RULES);
        assertThat(run.out()).contains(bad + ":9:18: ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            policy: { foldr: . }       | : policy.foldr is no setting; did you mean "folder"?
            policy: { suites: { a: b } } | : policy.suites must be a list
            policy: [ a ]              | : policy must be keys with values
            policy: [                  | not YAML
            """)
    void aMistakeInTheConfigurationIsToldInPlainWords(String text, String said) throws IOException {
        Path config = Files.writeString(folder.resolve("config.yml"), text + "\n");

        CommandLineRun run = CommandLineRun.of("check", "--config", config.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .startsWith(config.toString())
                .contains(said)
                .doesNotContain("Source:", "java.", "io.drover.", "token", "chain");
    }

    @Test
    void peopleSeeAHintTheLineAndAMarkUnderThePlace() {
        CommandLineRun run = CommandLineRun.of("check", rules);

        assertThat(run.exit()).isEqualTo(ExitCode.BROKEN_RULES);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("""
                %s:9:18: Agent has no property tagz; did you mean tags? [unknown-property]
                    9 | 	$agent : Agent( tagz["gpu"] == "yes" )
                      | 	                ^
                %s:11:12: Agent has no effect scoer(); did you mean score? [unknown-effect]
                    11 |     $agent.scoer( "50 %% of it, a: b", 100 );
                       |            ^

                2 findings in 1 of 2 files; docs/reference/lint explains each by its id
                """.formatted(bad, bad));
    }

    @Test
    void oneFileCanBeCheckedAlone() {
        assertThat(CommandLineRun.of("check", folder.resolve("a good.drl").toString())
                        .exit())
                .isEqualTo(ExitCode.OK);
        assertThat(CommandLineRun.of("check", bad).exit()).isEqualTo(ExitCode.BROKEN_RULES);
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheRules() throws IOException {
        Path file = Path.of(bad);
        String before = CommandLineRun.of("check", rules).out();
        Files.writeString(file, "\uFEFF" + Files.readString(file));

        assertThat(CommandLineRun.of("check", rules).out()).isEqualTo(before);
        assertThat(CommandLineRun.of("check", bad).out()).contains(bad + ":9:18: ");
        Files.writeString(file, "\uFEFF" + Files.readString(folder.resolve("a good.drl")));
        assertThat(CommandLineRun.of("check", bad).out()).isEmpty();
    }

    @Test
    void scriptsGetJson() throws IOException {
        CommandLineRun run = CommandLineRun.of("check", rules, "--json");

        assertThat(run.exit()).isEqualTo(ExitCode.BROKEN_RULES);
        JsonNode json = new ObjectMapper().readTree(run.out());
        assertThat(json.path("policy_revision").asText()).matches("[0-9a-f]{12}");
        assertThat(json.path("files")).hasSize(2);
        assertThat(json.path("findings")).hasSize(2);
        assertThat(json.at("/findings/0").toString()).isEqualTo("""
                {"file":"%s","line":9,"column":18,"lint":"unknown-property","message":"Agent has no property tagz",\
                "hint":"did you mean tags?","page":"docs/reference/lint/unknown-property.md"}""".formatted(bad));
        assertThat(CommandLineRun.of("check", rules, "--format", "json").out()).isEqualTo(run.out());
    }

    @Test
    void buildServersGetATestForEachFile() throws Exception {
        Document xml =
                xml(CommandLineRun.of("check", rules, "--format", "junit").out());

        Element suite = (Element) xml.getElementsByTagName("testsuite").item(0);
        assertThat(suite.getAttribute("tests")).isEqualTo("2");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        Element good = (Element) xml.getElementsByTagName("testcase").item(0);
        assertThat(good.getAttribute("name"))
                .isEqualTo(folder.resolve("a good.drl").toString());
        assertThat(good.getElementsByTagName("failure").getLength()).isZero();
        Element failure = (Element) xml.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("type")).isEqualTo("unknown-property");
        assertThat(failure.getTextContent()).contains("bad.drl:9:18: ", "did you mean tags?", "unknown-property.md");
    }

    @Test
    void githubGetsAnnotations() {
        assertThat(CommandLineRun.of("check", rules, "--format", "github").out().lines())
                .containsExactly(
                        "::error file=%s,line=9,col=18,title=unknown-property::Agent has no property tagz; did you mean tags?"
                                .formatted(bad),
                        "::error file=%s,line=11,col=12,title=unknown-effect::Agent has no effect scoer(); did you mean score?"
                                .formatted(bad));
    }

    @Test
    void githubReadsPercentSignsColonsAndCommasAsTheyAre() throws IOException {
        Path odd = Files.createDirectory(folder.resolve("a,b"));
        Files.writeString(odd.resolve("100%.drl"), GOOD.replace("score(", "score( 3 % 2, "));

        assertThat(CommandLineRun.of("check", odd.toString(), "--format", "github")
                        .out())
                .contains("file=" + folder + "/a%2Cb/100%25.drl,", "::Agent.score takes (");
    }

    @ParameterizedTest
    @ValueSource(strings = {"clean", "broken"})
    void codeScannersGetSarifThatItsSchemaAccepts(String which) throws IOException {
        CommandLineRun run = CommandLineRun.of("check", which.equals("clean") ? SHIPPED : rules, "--format=sarif");

        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                        .getSchema(sarifSchema(), InputFormat.JSON)
                        .validate(run.out(), InputFormat.JSON))
                .isEmpty();
        JsonNode results = new ObjectMapper().readTree(run.out()).at("/runs/0/results");
        assertThat(results).hasSize(which.equals("clean") ? 0 : 2);
    }

    @Test
    void sarifNamesTheRuleAndThePlace() throws IOException {
        JsonNode sarif = new ObjectMapper()
                .readTree(CommandLineRun.of("check", rules, "--format=sarif").out());

        JsonNode result = sarif.at("/runs/0/results/0");
        assertThat(result.path("ruleId").asText()).isEqualTo("unknown-property");
        JsonNode place = result.at("/locations/0/physicalLocation");
        assertThat(place.at("/artifactLocation/uri").asText()).isEqualTo("file:" + bad);
        assertThat(place.path("region").toString()).isEqualTo("{\"startLine\":9,\"startColumn\":18}");
        assertThat(sarif.at("/runs/0/tool/driver/rules").findValuesAsText("id")).contains("unknown-property");
    }

    @Test
    void whatOnlyTheCompilerFindsIsAFindingToo() throws IOException {
        Files.writeString(
                Path.of(bad),
                GOOD.replace("100 )", "$agent.isOnline() ? 1 : \"x\" )")
                        .replace("gpu-first", "other")
                        .replace("Hosts", "Bad hosts"));

        CommandLineRun run = CommandLineRun.of("check", rules);

        assertThat(run.exit()).isEqualTo(ExitCode.BROKEN_RULES);
        assertThat(run.out()).contains(bad + ":5:1: The method score(String, double)", "[does-not-compile]");
    }

    @Test
    void aPathThatIsNotThereIsAUsageError() {
        CommandLineRun run = CommandLineRun.of("check", rules + "/nowhere");

        assertThat(run)
                .isEqualTo(new CommandLineRun(
                        ExitCode.USAGE, "", "There is no file or folder %s/nowhere.%n".formatted(rules)));
    }

    @Test
    void aFolderWithoutRulesIsAUsageError() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));

        CommandLineRun run = CommandLineRun.of("check", empty.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).isEqualTo("There is no .drl file in %s.%n".formatted(empty));
    }

    @Test
    void aFileThatIsNoTextIsAUsageError() throws IOException {
        Files.write(Path.of(bad), "// Größe".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(CommandLineRun.of("check", rules).err()).contains("bad.drl is not UTF-8");
        assertThat(CommandLineRun.of("check", bad).err()).contains("bad.drl is not UTF-8");
        assertThat(CommandLineRun.of("check", bad).exit()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void twoFormatsAtOnceAreAUsageError() {
        assertThat(CommandLineRun.of("check", rules, "--json", "--format=text").exit())
                .isEqualTo(ExitCode.USAGE);
    }

    private static String sarifSchema() throws IOException {
        try (InputStream schema = CheckCommandIT.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
            return new String(Objects.requireNonNull(schema).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Document xml(String text) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(text)));
    }
}
