package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tutorial of the first scenario is true: its files, run by its commands, give what it shows. */
class FirstScenarioIT {

    private static final Path PAGE = Path.of("../docs/tutorial/first-scenario.md");
    private static final Path FLEETS = Path.of("../policy-tests/fleets");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(yaml)?\\n(.*?)^```");

    @TempDir
    private Path home;

    @Test
    void everyCommandGivesWhatThePageShows() throws IOException {
        copyFleets();
        List<String> shown = new ArrayList<>();
        List<String> given = new ArrayList<>();
        for (MatchResult block : blocks(page())) {
            if (block.group(1) != null) {
                Files.writeString(suite(), block.group(2));
            } else {
                shown.add(stable(block.group(2).substring(block.group(2).indexOf('\n') + 1)));
                given.add(stable(run(block.group(2).lines().findFirst().orElseThrow())));
            }
        }

        assertThat(given).hasSize(3).isEqualTo(shown);
        assertThat(home.resolve("target/mine.html")).exists();
    }

    @Test
    void theMistypedWordIsFoundWhereThePageSays() throws IOException {
        copyFleets();
        MatchResult last = blocks(page()).stream()
                .filter(block -> block.group(1) != null)
                .reduce((one, later) -> later)
                .orElseThrow();
        Files.writeString(suite(), last.group(2).replace("health_score: 59", "health_scroe: 59"));

        assertThat(page()).contains("    " + run("$ ./drover test policy-tests/suites/mine"));
    }

    private Path suite() throws IOException {
        return Files.createDirectories(home.resolve("policy-tests/suites/mine")).resolve("first.scenarios.yml");
    }

    private void copyFleets() throws IOException {
        Path copies = Files.createDirectories(home.resolve("policy-tests/fleets"));
        Files.copy(FLEETS.resolve("office.yml"), copies.resolve("office.yml"));
    }

    /** Runs a line of the page as if in the home folder, with the shipped rules. */
    private String run(String line) {
        String[] words = line.replace("$ ./drover ", "")
                .replace("policy-tests/", home + "/policy-tests/")
                .replace("target/", home + "/target/")
                .split(" ");
        CommandLineRun run = CommandLineRun.of(Stream.concat(Stream.of(words), Stream.of("--rules", "../rules"))
                .toArray(String[]::new));
        return (run.out() + run.err()).replace(home + "/", "");
    }

    private static String stable(String output) {
        return output.replaceAll("rules [0-9a-f]{12}", "rules REVISION").replaceAll("\\.drl:\\d+", ".drl:N");
    }

    private static List<MatchResult> blocks(String page) {
        Matcher blocks = BLOCK.matcher(page);
        return blocks.results().toList();
    }

    private static String page() throws IOException {
        return Files.readString(PAGE);
    }
}
