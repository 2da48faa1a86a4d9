package io.drover.policy.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleLoader;
import io.drover.policy.RuleSource;
import io.drover.policy.layout.Lexemes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.drools.drl.ast.descr.PackageDescr;

/** Whatever an author's blanks and lines are, laid out the file holds the same rules and the same comments. */
class RuleFormatIT {

    private static final Pattern EXAMPLE = Pattern.compile("(?s)```(?:drl)?\n((?:(?!```).)*?\nrule \".*?\nend\n)```");
    private static final List<String> BLANKS = List.of(" ", "", "  ", "\t", "\n", "\n\n", " \n\t", "\n\n\n\n", "\r\n");

    private final RuleFormat format = new RuleFormat();

    @Provide
    Arbitrary<String> files() {
        return Arbitraries.of(Stream.concat(shipped().values().stream(), documented().stream())
                .toList());
    }

    @Example
    void theShippedRulesAreLaidOut() throws BrokenRulesException {
        for (Map.Entry<String, String> file : shipped().entrySet()) {
            assertThat(format.format(file.getKey(), file.getValue()))
                    .as(file.getKey())
                    .isEqualTo(file.getValue());
        }
    }

    @Example
    void theExamplesInTheDocumentationAreLaidOut() throws BrokenRulesException {
        assertThat(documented()).hasSizeGreaterThan(100);
        for (String text : documented()) {
            assertThat(format.format("example.drl", text)).isEqualTo(text);
        }
    }

    @Property(tries = 200)
    void mangledFilesAreTheSameRulesOnceLaidOut(@ForAll("files") String text, @ForAll long seed)
            throws BrokenRulesException {
        String mangled = mangled(text, new Random(seed));

        String laidOut = format.format("mangled.drl", mangled);

        assertThat(RuleMeaning.of(parsed(laidOut))).isEqualTo(RuleMeaning.of(parsed(text)));
        assertThat(Lexemes.all(laidOut)).isEqualTo(Lexemes.all(text));
        assertThat(format.format("again.drl", laidOut)).isEqualTo(laidOut);
        assertThat(laidOut)
                .doesNotContainPattern("[ \t\r]\n|\n\n\n|\\A\n|\n\n\\z")
                .endsWith("\n");
    }

    @Property(tries = 100)
    void blanksWithinLinesAreSettled(@ForAll("files") String text, @ForAll long seed) throws BrokenRulesException {
        Random random = new Random(seed);
        StringBuilder mangled = new StringBuilder();
        for (String line : text.lines().toList()) {
            List<String> words = Lexemes.all(line);
            for (int i = 0; i < words.size(); i++) {
                mangled.append(" ".repeat(random.nextInt(3)));
                boolean apart =
                        i > 0 && !Lexemes.all(words.get(i - 1) + words.get(i)).equals(words.subList(i - 1, i + 1));
                mangled.append(apart ? "\t" : "").append(words.get(i));
            }
            mangled.append(" ".repeat(random.nextInt(3))).append('\n');
        }

        assertThat(format.format("mangled.drl", mangled.toString())).isEqualTo(text);
    }

    @Example
    void theMangledPolicyCompilesOnceLaidOut() throws BrokenRulesException {
        SortedMap<String, String> files = new TreeMap<>();
        for (Map.Entry<String, String> file : shipped().entrySet()) {
            String mangled = mangled(file.getValue(), new Random(file.getKey().hashCode()));
            files.put(file.getKey(), format.format(file.getKey(), mangled));
        }

        new RuleLoader(false).load(new RuleSource(files)).close();
    }

    /** The same with other blanks and line ends wherever there may be some. */
    private static String mangled(String text, Random random) {
        List<String> words = Lexemes.all(text);
        StringBuilder mangled = new StringBuilder();
        for (int i = 0; i < words.size(); i++) {
            String blank = BLANKS.get(random.nextInt(BLANKS.size()));
            if (i > 0 && words.get(i - 1).startsWith("//")) {
                blank = "\n" + blank;
            } else if (i > 0
                    && !Lexemes.all(words.get(i - 1) + blank + words.get(i)).equals(words.subList(i - 1, i + 1))) {
                blank = " ";
            }
            mangled.append(blank).append(words.get(i));
        }
        return mangled + BLANKS.get(random.nextInt(BLANKS.size()));
    }

    private static PackageDescr parsed(String text) {
        FileCheck check = new FileCheck(new Vocabulary(), new FileText("test.drl", text));
        return Objects.requireNonNull(check.parse(), () -> check.problems() + "\n" + text);
    }

    private static SortedMap<String, String> shipped() {
        return RuleSource.read(Path.of("../rules")).files();
    }

    /** The rules in the pages that can be read at all. */
    private static List<String> documented() {
        List<String> found = new ArrayList<>();
        for (Path folder : List.of(Path.of("../rules"), Path.of("../docs"))) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".md"))
                        .sorted()
                        .flatMap(page -> EXAMPLE.matcher(text(page)).results())
                        .map(example -> example.group(1))
                        .filter(RuleFormatIT::isReadable)
                        .forEach(found::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return found;
    }

    private static String text(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isReadable(String text) {
        try {
            new RuleFormat().format("example.drl", text);
            return true;
        } catch (BrokenRulesException e) {
            return false;
        }
    }
}
