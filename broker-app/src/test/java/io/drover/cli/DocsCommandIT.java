package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocsCommandIT {

    private static final String RULE = """
            // Hosts that are *away*.
            package drover

            import io.drover.policy.fact.*

            rule "A silent host gets nobody"
                @id("silent") @stage(filter)
                @doc("See [here] for offline_after_seconds.")
            when
                $farm : Farm( $least : min_health_score )
                $agent : Agent( online == false, health_score < $least )
            then
                $agent.exclude( $farm, "silent", Bars.ANY_SESSION, "it is" );
            end
            """;
    private static final String PAGE = """
            # The rules, one by one

            `./drover docs` wrote this page from the rules. Change them, and write it again.

            | stage | rules |
            |---|---|
            | `filter` | [silent](#silent) |

            | setting | read by |
            |---|---|
            | `farm.min_health_score` | [silent](#silent) |

            ## away.drl

            Hosts that are \\*away\\*.

            ### silent

            **A silent host gets nobody.** See \\[here\\] for offline_after_seconds.

            * stage `filter`
            * looks at Agent: `health_score`, `online`; Farm: `min_health_score`
            * settings `farm.min_health_score`
            * says `$agent.exclude( $farm, "silent", Bars.ANY_SESSION, "it is" )`
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void oneRule() throws IOException {
        Files.writeString(folder.resolve("away.drl"), RULE);
    }

    @Test
    void theCatalogueIsAPage() {
        assertThat(CommandLineRun.of("docs", folder.toString())).isEqualTo(new CommandLineRun(ExitCode.OK, PAGE, ""));
    }

    @Test
    void itCanGoToAFile() throws IOException {
        Path page = folder.resolve("pages/of/rules.md");

        assertThat(CommandLineRun.of("docs", folder.toString(), "--out", page.toString()))
                .isEqualTo(new CommandLineRun(ExitCode.OK, "", ""));
        assertThat(Files.readString(page)).isEqualTo(PAGE);
        assertThat(CommandLineRun.of("docs", folder.toString(), "--out", folder.toString())
                        .exit())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void scriptsGetJson() throws IOException {
        JsonNode json = new ObjectMapper()
                .readTree(CommandLineRun.of("docs", folder.toString(), "--json").out());

        JsonNode rule = json.at("/files/0/rules/0");
        assertThat(rule.path("id").asText()).isEqualTo("silent");
        assertThat(rule.at("/reads/Agent/1").asText()).isEqualTo("online");
    }

    @Test
    void rulesThatBreakTheirContractAreTold() throws IOException {
        Files.writeString(folder.resolve("away.drl"), RULE.replace("online", "onlien"));

        CommandLineRun run = CommandLineRun.of("docs", folder.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.BROKEN_RULES);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("away.drl:11:21: ", "[unknown-property]");
    }
}
