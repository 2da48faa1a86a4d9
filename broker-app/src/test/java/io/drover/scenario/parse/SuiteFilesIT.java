package io.drover.scenario.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SuiteFilesIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFleetWithoutEndIsNotRead() throws Exception {
        Path suite = folder.resolve("a.scenarios.yml");
        Files.writeString(suite, "suite: A\nfleet: /dev/zero\nscenarios: []\n");

        assertThat(SuiteFiles.read(List.of(suite)).problems())
                .extracting(Object::toString)
                .anyMatch(problem -> problem.contains("/dev/zero cannot be read: it is not a file"));
    }

    @Test
    void aFileThatIsNotUtf8IsRefused() throws Exception {
        Path suite = folder.resolve("a.scenarios.yml");
        Files.write(suite, new byte[] {'a', ':', ' ', (byte) 0xe4, '\n'});

        assertThat(SuiteFiles.read(List.of(suite)).problems())
                .singleElement()
                .asString()
                .contains("is not UTF-8");
    }
}
