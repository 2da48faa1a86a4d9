package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.drover.policy.RuleSource;
import io.drover.policy.lint.RuleContract;
import io.drover.policy.lint.RuleFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is made for editors and build servers works on what Drover prints and takes. */
class EditorsIT {

    private static final Path EDITOR = Path.of("../docs/editors/vscode");
    private static final Path PAGE = Path.of("../docs/howto/editors-and-ci.md");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern COMMAND = Pattern.compile("\\./drover ([^\n`|>\"\\\\]+)");
    private static final Pattern CHOICE = Pattern.compile("\\$\\{\\d+\\|([^,|]*)[^|]*\\|\\}");
    private static final Pattern FILLED = Pattern.compile("\\$\\{\\d+:([^}]*)\\}");

    @TempDir
    Path folder;

    static List<String> snippets() throws IOException {
        return JSON.readTree(EDITOR.resolve("drl.code-snippets").toFile()).properties().stream()
                .map(Map.Entry::getKey)
                .toList();
    }

    static List<String> commands() throws IOException {
        return Stream.of(Files.readString(PAGE), Files.readString(EDITOR.resolve("tasks.json")))
                .flatMap(text -> COMMAND.matcher(text).results())
                .map(command -> command.group(1).strip())
                .filter(command -> !command.startsWith("- "))
                .distinct()
                .toList();
    }

    @Test
    void theTaskFindsWhatCheckPrints() throws IOException {
        Path file = Files.writeString(folder.resolve("a rule.drl"), "package drover\nrule \"one\"\nwhen\nthen\nend\n");

        List<MatchResult> found = matches(
                "drover-check", CommandLineRun.of("check", file.toString()).out());

        assertThat(found).hasSize(4);
        assertThat(found.get(0).group(1)).isEqualTo(file.toString());
        assertThat(found.get(0).group(2)).isEqualTo("2");
        assertThat(found.get(0).group(3)).isEqualTo("1");
        assertThat(found.get(0).group(4)).startsWith("the rule has no @id; ");
        assertThat(found.get(0).group(5)).isEqualTo("missing-id");
    }

    @Test
    void theTaskFindsWhatAFailingScenarioPrints() throws IOException {
        Path suite = Files.writeString(folder.resolve("mine.scenarios.yml"), """
                suite: Mine
                given:
                  farms:
                    office: { name: Office }
                  agents:
                    rds-01: { farm_ids: [office], health_score: 90 }
                scenarios:
                  - name: There is no lease
                    when: { username: alice, farm_id: office }
                    then: { agent: rds-01, reason: existing-lease }
                """);

        CommandLineRun run = CommandLineRun.of("test", suite.toString(), "--rules", "../rules");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(matches("drover-test", run.out())).isNotEmpty().allSatisfy(found -> {
            assertThat(found.group(1)).endsWith("mine.scenarios.yml");
            assertThat(found.group(2)).isEqualTo("10");
        });
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void aSnippetIsARuleWithNothingWrongInIt(String name) throws Exception {
        JsonNode all = JSON.readTree(EDITOR.resolve("drl.code-snippets").toFile());
        String head = filled(all.path("A file of rules"));
        String text = name.equals("A file of rules") ? head : head + filled(all.path(name));

        assertThat(new RuleContract().check(new RuleSource(new TreeMap<>(Map.of("snippet.drl", text)))))
                .isEmpty();
        assertThat(new RuleFormat().format("snippet.drl", text)).isEqualTo(text.stripTrailing() + "\n");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void theCommandLineTakesEveryCommandShown(String command) {
        String[] arguments = command.replaceAll(" \\|\\| .*| <.*", "").split(" +");

        assertThat(Main.commandLine().parseArgs(arguments).hasSubcommand()).isTrue();
    }

    @Test
    void theSchemaIsWhereTheSettingsSay() throws IOException {
        JsonNode schemas =
                JSON.readTree(EDITOR.resolve("settings.json").toFile()).path("yaml.schemas");

        assertThat(schemas.properties())
                .isNotEmpty()
                .allSatisfy(schema -> assertThat(Path.of("..", schema.getKey())).exists());
    }

    @Test
    void theRecipesAreYaml() throws IOException {
        Matcher blocks = Pattern.compile("(?s)```yaml\n(.*?)```").matcher(Files.readString(PAGE));
        ObjectMapper yaml = new ObjectMapper(new YAMLFactory());

        assertThat(blocks.results().map(block -> block.group(1)))
                .hasSize(3)
                .allSatisfy(block -> assertThat(yaml.readTree(block).isObject()).isTrue());
    }

    private static List<MatchResult> matches(String owner, String output) throws IOException {
        for (JsonNode task :
                JSON.readTree(EDITOR.resolve("tasks.json").toFile()).path("tasks")) {
            if (task.at("/problemMatcher/owner").asText().equals(owner)) {
                Pattern pattern = Pattern.compile(
                        task.at("/problemMatcher/pattern/regexp").asText());
                return output.lines()
                        .map(pattern::matcher)
                        .filter(Matcher::find)
                        .map(Matcher::toMatchResult)
                        .toList();
            }
        }
        throw new IllegalArgumentException(owner);
    }

    /** A snippet as it is when nothing is changed in it. */
    private static String filled(JsonNode snippet) {
        StringBuilder text = new StringBuilder();
        snippet.path("body").forEach(line -> text.append(line.asText()).append('\n'));
        String chosen = CHOICE.matcher(text.toString()).replaceAll("$1");
        return FILLED.matcher(chosen).replaceAll("$1").replace("\n$0\n", "\n").replace("\\$", "$");
    }
}
