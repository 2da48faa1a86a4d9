package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line as a process of its own, on a machine that speaks another language. */
class MainIT {

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
        ProcessBuilder check = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Duser.language=ar",
                "-Duser.country=EG",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "check",
                "--format=github",
                rules.toString());
        check.environment().putAll(Map.of("LC_ALL", "C", "LANG", "C"));
        Process process = check.redirectErrorStream(true).start();

        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isEqualTo(ExitCode.BROKEN_RULES);
        assertThat(output).contains("line=7,col=5,title=unknown-fact::").contains("there is no fact Büro");
    }
}
