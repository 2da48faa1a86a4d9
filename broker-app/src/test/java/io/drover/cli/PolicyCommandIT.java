package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.drover.RunningBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The verbs about the policy against a broker with the shipped rules. */
class PolicyCommandIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static RunningBroker broker;

    @BeforeAll
    @Timeout(120)
    static void start() throws Exception {
        broker = RunningBroker.startIn(folder);
        Files.writeString(folder.resolve("key"), broker.adminKey() + "\n");
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void itShowsWhichRulesDecide() throws Exception {
        CommandLineRun text = policy("status");
        CommandLineRun json = policy("status", "--json");

        assertThat(text.exit()).as(text.err()).isEqualTo(ExitCode.OK);
        JsonNode status = new ObjectMapper().readTree(json.out());
        assertThat(status.path("rules").size()).isGreaterThan(20);
        assertThat(text.out())
                .startsWith("Revision " + status.path("revision").asText() + " decides since ")
                .contains("by rules folder", status.path("rules").size() + " rules");
    }

    @Test
    void aCheckSaysThatTheRulesAreGood() {
        CommandLineRun run = policy("check");

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains(" is good: ", "It decides already.");
    }

    @Test
    void aReloadOfTheSameRulesChangesNothing() {
        CommandLineRun run = policy("reload");

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("by rules folder");
    }

    @Test
    void withoutEarlierRulesThereIsNothingToGoBackTo() {
        CommandLineRun run = policy("rollback");
        CommandLineRun named = policy("rollback", "000000000000");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).startsWith("The broker says: no other rules are kept");
        assertThat(named.err()).contains("no rules of revision 000000000000 are kept");
    }

    @Test
    void itListsTheRevisionsThatDecided() {
        CommandLineRun run = policy("revisions");

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out().lines()).hasSize(2).first().asString().startsWith("REVISION ");
        assertThat(run.out()).contains("rules folder");
    }

    @Test
    void withoutAVerbItSaysWhichThereAre() {
        CommandLineRun run = CommandLineRun.of("policy");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("rollback");
    }

    private static CommandLineRun policy(String... arguments) {
        String[] all = new String[arguments.length + 5];
        all[0] = "policy";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[arguments.length + 1] = "--server";
        all[arguments.length + 2] = "http://127.0.0.1:" + broker.port();
        all[arguments.length + 3] = "--key-file";
        all[arguments.length + 4] = folder.resolve("key").toString();
        return CommandLineRun.of(all);
    }
}
