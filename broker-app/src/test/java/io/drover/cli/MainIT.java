package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command line as a process of its own, on a machine that speaks another language. */
class MainIT {

    private static final List<String> DROVER = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Duser.language=ar",
            "-Duser.country=EG",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName());

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void whatAVerbPrintsDoesNotDependOnTheLocaleOfTheMachine() throws Exception {
        Path rules = Files.writeString(folder.resolve("office.drl"), """
                package drover

                rule "one"
                    @id("one") @stage(filter)
                    @doc("Why.")
                when
                    Büro()
                then
                end
                """);
        List<String> command = new ArrayList<>(DROVER);
        command.addAll(List.of("check", "--format=github", rules.toString()));

        assertThat(output(command, ExitCode.BROKEN_RULES))
                .contains("line=7,col=5,title=unknown-fact::")
                .contains("there is no fact Büro");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void anArgumentThatTheLocaleCannotTellIsRefused() throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" \"$(printf 'B\\303\\274ro')\"", "sh"));
        command.addAll(DROVER);
        command.addAll(List.of("farms", "show"));

        assertThat(output(command, ExitCode.USAGE))
                .isEqualToIgnoringNewLines(
                        "An argument cannot be read in the locale of this machine; set LC_ALL=C.UTF-8.");
    }

    private static String output(List<String> command, int exit) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(Map.of("LC_ALL", "C", "LANG", "C"));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(exit);
        return output;
    }
}
