package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The reference of the command line is true: it has every verb with every option, and every exit code. */
class CommandLineReferenceIT {

    private static final Path PAGE = Path.of("../docs/reference/cli.md");
    private static final Pattern OPTION = Pattern.compile("(?m)^\\| `(--[a-z-]+(=[A-Z]+)?)");

    /** A verb and the options that are its own. */
    private record Verb(String name, List<String> options) {}

    static List<Verb> verbs() {
        List<Verb> verbs = new ArrayList<>();
        collect("", Main.commandLine(), verbs);
        return verbs;
    }

    private static void collect(String above, CommandLine command, List<Verb> into) {
        command.getSubcommands().forEach((name, verb) -> {
            into.add(new Verb(
                    above + name,
                    verb.getCommandSpec().options().stream()
                            .filter(option -> !option.usageHelp() && !option.versionHelp() && !option.hidden())
                            .map(CommandLineReferenceIT::written)
                            .toList()));
            collect(above + name + " ", verb, into);
        });
    }

    private static String written(OptionSpec option) {
        return option.arity().max() == 0 ? option.longestName() : option.longestName() + "=" + option.paramLabel();
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void itHasEveryOptionOfAVerbAndNoOther(Verb verb) throws IOException {
        assertThat(OPTION.matcher(section(verb.name())).results().map(option -> option.group(1)))
                .containsExactlyInAnyOrderElementsOf(verb.options());
    }

    @Test
    void theHelpOfEachVerbHasItsExitCodes() {
        List<String> without = new ArrayList<>();
        collectWithoutExitCodes("", Main.commandLine(), without);

        assertThat(without).isEmpty();
    }

    private static void collectWithoutExitCodes(String above, CommandLine command, List<String> into) {
        command.getSubcommands().forEach((name, verb) -> {
            collectWithoutExitCodes(above + name + " ", verb, into);
            if (verb.getSubcommands().isEmpty() && !verb.getUsageMessage().contains("Exit codes:")) {
                into.add(above + name);
            }
        });
    }

    @Test
    void itHasNoVerbThatIsGone() throws IOException {
        Stream<String> sections = Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("## ") && !line.equals("## Exit codes"))
                .map(line -> line.substring(3));

        assertThat(sections)
                .containsExactlyInAnyOrderElementsOf(
                        verbs().stream().map(Verb::name).toList());
    }

    @Test
    void itHasEveryExitCode() throws IOException {
        List<String> codes = Arrays.stream(ExitCode.class.getDeclaredFields())
                .filter(field -> !field.isSynthetic())
                .map(CommandLineReferenceIT::value)
                .toList();

        assertThat(section("Exit codes")
                        .lines()
                        .filter(line -> line.matches("\\| \\d+ .*"))
                        .map(line -> line.split(" ")[1]))
                .containsExactlyInAnyOrderElementsOf(codes);
    }

    private static String value(Field field) {
        try {
            return Objects.toString(field.get(null));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String section(String heading) throws IOException {
        String page = Files.readString(PAGE) + "\n## ";
        int start = page.indexOf("\n## " + heading + "\n");
        assertThat(start).as("a section \"%s\"", heading).isNotNegative();
        return page.substring(start + 1, page.indexOf("\n## ", start + 1));
    }
}
