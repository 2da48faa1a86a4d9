package io.drover;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.RuleSource;
import io.drover.policy.lint.RuleCatalogue;
import io.drover.policy.report.CatalogueText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages hang together: every link leads somewhere, and every page can be reached. */
class PagesIT {

    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final Set<String> SKIPPED = Set.of("target", "data", ".git", "node_modules");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\n]*`");

    private static final Pattern DEPENDENCY =
            Pattern.compile("<dependency>\\s*<groupId>[^<]*</groupId>\\s*<artifactId>([^<]*)");

    static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(HOME)) {
            return files.map(HOME::relativize)
                    .filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> SKIPPED.stream().noneMatch(folder -> contains(file, folder)))
                    .sorted()
                    .toList();
        }
    }

    private static boolean contains(Path file, String folder) {
        for (Path part : file) {
            if (part.toString().equals(folder)) {
                return true;
            }
        }
        return false;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkOfAPageLeadsSomewhere(Path page) throws IOException {
        for (String link : links(page)) {
            String[] parts = link.split("#", 2);
            Path target = parts[0].isEmpty() ? page : target(page, parts[0]);
            assertThat(HOME.resolve(target)).as(link).exists();
            if (parts.length == 2) {
                assertThat(anchors(target)).as(link).contains(parts[1]);
            }
        }
    }

    @Test
    void theIndexOrOneBelowItNamesEveryPageOfTheDocumentation() throws IOException {
        Path index = Path.of("docs/README.md");
        Set<Path> named = new HashSet<>(targets(index));
        for (Path page : targets(index)) {
            if (page.endsWith("README.md")) {
                named.addAll(targets(page));
            }
        }

        assertThat(pages().stream().filter(page -> page.startsWith("docs") && !page.equals(index)))
                .allMatch(named::contains);
    }

    @Test
    void theCatalogueOfTheRulesIsUpToDate() throws Exception {
        String catalogue = CatalogueText.of(RuleCatalogue.of(RuleSource.read(HOME.resolve("rules"))));

        assertThat(HOME.resolve("docs/reference/rules.md"))
                .as("./drover docs --out docs/reference/rules.md writes it")
                .hasContent(catalogue);
    }

    @Test
    void thePageOfDependenciesNamesEachDirectOne() throws IOException {
        String pom = Files.readString(HOME.resolve("broker-app/pom.xml"));
        String page = Files.readString(HOME.resolve("docs/adr/0007-dependencies.md"));

        assertThat(DEPENDENCY.matcher(pom.substring(0, pom.indexOf("<build>"))).results())
                .isNotEmpty()
                .allMatch(dependency -> page.contains(dependency.group(1)));
    }

    private static Set<Path> targets(Path page) throws IOException {
        return links(page).stream().map(link -> target(page, link)).collect(Collectors.toSet());
    }

    private static List<String> links(Path page) throws IOException {
        String text = CODE.matcher(Files.readString(HOME.resolve(page))).replaceAll("");
        return LINK.matcher(text)
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.contains(":"))
                .toList();
    }

    private static Path target(Path page, String link) {
        return page.resolveSibling(link).normalize();
    }

    private static Set<String> anchors(Path page) throws IOException {
        return Files.readAllLines(HOME.resolve(page)).stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 _-]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }
}
