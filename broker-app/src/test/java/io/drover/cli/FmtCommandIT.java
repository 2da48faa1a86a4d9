package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FmtCommandIT {

    private static final String GOOD = """
            package drover

            rule "one"
                @id("one") @stage(filter)
                @doc("Why.")
            when
                $agent : Agent( online == false )
            then
                $agent.exclude( "off", Bars.ANY_SESSION, "" ); // why
            end
            """;
    private static final String ODD = GOOD.replace("    $agent", "  $agent")
            .replace("( online == false )", "(online==false)")
            .stripTrailing();

    @TempDir
    Path folder;

    private Path good = Path.of("");
    private Path odd = Path.of("");

    @BeforeEach
    void twoFiles() throws IOException {
        good = Files.writeString(folder.resolve("good.drl"), GOOD);
        odd = Files.writeString(Files.createDirectory(folder.resolve("inner")).resolve("odd.drl"), ODD);
        Files.writeString(folder.resolve("README.md"), "no  rules");
    }

    @Test
    void theShippedRulesAreLaidOut() {
        assertThat(CommandLineRun.of("fmt", "--check", "../rules")).isEqualTo(new CommandLineRun(ExitCode.OK, "", ""));
    }

    @Test
    void itListsWhatIsLaidOutOtherwiseAndChangesNothing() throws IOException {
        CommandLineRun expected = new CommandLineRun(ExitCode.FAILED, odd + "\n", "");

        assertThat(CommandLineRun.of("fmt", folder.toString())).isEqualTo(expected);
        assertThat(CommandLineRun.of("fmt", "--check", folder.toString())).isEqualTo(expected);
        assertThat(odd).hasContent(ODD);
    }

    @Test
    void withoutFilesItTakesTheFolderOfTheConfiguration() throws IOException {
        Path config = Files.writeString(folder.resolve("config.yml"), "policy: { folder: inner }\n");

        assertThat(CommandLineRun.of("fmt", "--config", config.toString()).out())
                .isEqualTo(odd + "\n");
    }

    @Test
    void itShowsWhatWouldChange() throws IOException {
        CommandLineRun run = CommandLineRun.of("fmt", "--diff", folder.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).isEqualTo("""
                --- %s
                +++ %s
                @@ -4,7 +4,7 @@
                     @id("one") @stage(filter)
                     @doc("Why.")
                 when
                -  $agent : Agent(online==false)
                +    $agent : Agent( online == false )
                 then
                -  $agent.exclude( "off", Bars.ANY_SESSION, "" ); // why
                -end
                \\ No newline at end of file
                +    $agent.exclude( "off", Bars.ANY_SESSION, "" ); // why
                +end
                """.formatted(odd, odd));
        assertThat(odd).hasContent(ODD);
    }

    @Test
    void aByteOrderMarkIsTakenAway() throws IOException {
        Files.writeString(odd, "\uFEFF" + GOOD);

        assertThat(CommandLineRun.of("fmt", folder.toString()).out()).isEqualTo(odd + "\n");
        assertThat(CommandLineRun.of("fmt", "--write", folder.toString()).exit())
                .isEqualTo(ExitCode.OK);
        assertThat(Files.readString(odd)).isEqualTo(GOOD);
    }

    @Test
    void itWritesAndIsThenSatisfied() throws IOException {
        assertThat(CommandLineRun.of("fmt", "--write", folder.toString()))
                .isEqualTo(new CommandLineRun(ExitCode.OK, odd + "\n", ""));
        assertThat(Files.readString(odd)).isEqualTo(GOOD);
        assertThat(Files.readString(good)).isEqualTo(GOOD);
        try (Stream<Path> files = Files.list(odd.resolveSibling(""))) {
            assertThat(files).containsExactly(odd);
        }
        assertThat(CommandLineRun.of("fmt", folder.toString())).isEqualTo(new CommandLineRun(ExitCode.OK, "", ""));
    }

    @Test
    void aFileThatCannotBeReadIsToldAndTheOthersAreDone() throws IOException {
        Files.writeString(good, GOOD.replace("then", "than"));

        CommandLineRun run = CommandLineRun.of("fmt", "--write", folder.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.BROKEN_RULES);
        assertThat(run.err()).startsWith(good + ":").contains("[syntax]");
        assertThat(run.out()).isEqualTo(odd + "\n");
        assertThat(Files.readString(odd)).isEqualTo(GOOD);
    }

    @Test
    void aFileWithMoreThanRulesIsLeftAlone() throws IOException {
        String query = GOOD + "query  q()  Agent() end\n";
        Files.writeString(good, query);

        CommandLineRun run = CommandLineRun.of("fmt", "--write", good.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.BROKEN_RULES);
        assertThat(run.err()).contains(good + ":11:1: only rules are laid out");
        assertThat(Files.readString(good)).isEqualTo(query);
    }

    @Test
    void aFolderBehindALinkIsLaidOutToo() throws IOException {
        Path release = Files.createSymbolicLink(folder.resolve("rules"), odd.getParent());

        CommandLineRun run = CommandLineRun.of("fmt", "--check", release.toString());

        assertThat(run).isEqualTo(new CommandLineRun(ExitCode.FAILED, release + "/odd.drl\n", ""));
    }

    @Test
    void aLinkThatLeadsBackIsAUsageError() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("again"), folder);

        assertThat(CommandLineRun.of("fmt", folder.toString()))
                .isEqualTo(new CommandLineRun(
                        ExitCode.USAGE,
                        "",
                        "%s cannot be read: %s is a link that leads back to where it is.%n".formatted(folder, link)));
    }

    @Test
    void aPathThatIsNotThereIsAUsageError() {
        assertThat(CommandLineRun.of("fmt", folder + "/nowhere"))
                .isEqualTo(new CommandLineRun(
                        ExitCode.USAGE, "", "There is no file or folder %s/nowhere.%n".formatted(folder)));
    }

    @Test
    void aFileThatIsNoTextIsAUsageError() throws IOException {
        Files.write(odd, "// Größe".getBytes(StandardCharsets.ISO_8859_1));

        CommandLineRun run = CommandLineRun.of("fmt", folder.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).isEqualTo("%s is not UTF-8.%n".formatted(odd));
    }

    @Test
    void twoModesAtOnceAreAUsageError() {
        assertThat(CommandLineRun.of("fmt", "--write", "--check").exit()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void anEditorCanUseItAsAFilter() {
        assertThat(filtered(ODD.getBytes(StandardCharsets.UTF_8))).isEqualTo(new CommandLineRun(ExitCode.OK, GOOD, ""));
    }

    @Test
    void anInputThatIsNoTextIsAUsageError() {
        String umlauts = ODD.replace("// why", "// Größe");

        assertThat(filtered(umlauts.getBytes(StandardCharsets.ISO_8859_1)))
                .isEqualTo(new CommandLineRun(ExitCode.USAGE, "", "The standard input is not UTF-8.%n".formatted()));
    }

    private static CommandLineRun filtered(byte[] input) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input));
        try {
            return CommandLineRun.of("fmt", "-");
        } finally {
            System.setIn(before);
        }
    }
}
