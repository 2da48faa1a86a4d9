package io.drover.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.lint.Lint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The pages of the reference are true: one for each id, its wrong example found as it says, its right one clean. */
class LintPagesIT {

    private static final Path FOLDER = Path.of("../docs/reference/lint");
    private static final Pattern BLOCK = Pattern.compile("(?s)```(drl|text)\n(.*?)```\n");
    private static final RuleLoader LOADER = new RuleLoader(false);

    @ParameterizedTest
    @EnumSource(Lint.class)
    void thePageShowsExactlyThisFindingAndHowToDoItRight(Lint lint) throws IOException {
        String page = Files.readString(FOLDER.resolve(lint.id() + ".md"));
        Matcher blocks = BLOCK.matcher(page);

        assertThat(page).startsWith("# " + lint.id() + "\n\n**" + lint.title() + ".**\n\n");
        List<RuleProblem> found = problems("wrong.drl", next(blocks, "drl"));
        assertThat(found).extracting(RuleProblem::lint).containsExactly(lint.id());
        assertThat(found)
                .extracting(RuleProblem::toString)
                .containsExactly(next(blocks, "text").strip());
        assertThat(problems("right.drl", next(blocks, "drl"))).isEmpty();
        assertThat(blocks.find()).as("more examples").isFalse();
    }

    @Test
    void everyIdHasAPageAndEveryPageAnId() throws IOException {
        try (Stream<Path> pages = Files.list(FOLDER)) {
            assertThat(pages.map(page -> page.getFileName().toString()).filter(name -> !name.equals("README.md")))
                    .containsExactlyInAnyOrderElementsOf(Arrays.stream(Lint.values())
                            .map(lint -> lint.id() + ".md")
                            .toList());
        }
    }

    @Test
    void theIndexTellsTheLawOfEach() throws IOException {
        List<String> rows = Arrays.stream(Lint.values())
                .map(lint -> "| [%s](%s.md) | %s |".formatted(lint.id(), lint.id(), lint.title()))
                .sorted()
                .toList();

        assertThat(Files.readAllLines(FOLDER.resolve("README.md")).stream().filter(line -> line.startsWith("| [")))
                .containsExactlyElementsOf(rows);
    }

    private static String next(Matcher blocks, String language) {
        assertThat(blocks.find()).as("a block of " + language).isTrue();
        assertThat(blocks.group(1)).isEqualTo(language);
        return blocks.group(2);
    }

    private static List<RuleProblem> problems(String file, String text) {
        try {
            LOADER.load(new RuleSource(new TreeMap<>(Map.of(file, text)))).close();
            return List.of();
        } catch (BrokenRulesException e) {
            return e.problems();
        }
    }
}
