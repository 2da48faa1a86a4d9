package io.drover.scenario.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
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

    @Test
    void suitesBehindLinksAreFoundAndHiddenOnesAreNot() throws Exception {
        Path site = Files.createDirectories(folder.resolve("srv").resolve("site"));
        Path suites = Files.createDirectories(folder.resolve("suites"));
        Path mounted = Files.createDirectories(suites.resolve("..2026"));
        Files.writeString(site.resolve("a.scenarios.yml"), "");
        Files.writeString(mounted.resolve("b.scenarios.yml"), "");
        Files.createSymbolicLink(suites.resolve("site"), site);
        Files.createSymbolicLink(suites.resolve("..data"), mounted.getFileName());
        Files.createSymbolicLink(suites.resolve("b.scenarios.yml"), Path.of("..data", "b.scenarios.yml"));

        assertThat(SuiteFiles.find(List.of(suites)))
                .containsExactly(suites.resolve("b.scenarios.yml"), suites.resolve("site/a.scenarios.yml"));
        assertThat(SuiteFiles.find(List.of(suites.resolve("site"))))
                .containsExactly(suites.resolve("site/a.scenarios.yml"));
    }

    @Test
    void aLinkThatLeadsNowhereOrBackIsTold() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("site"), folder);
        assertThatThrownBy(() -> SuiteFiles.find(List.of(folder)))
                .isInstanceOf(IOException.class)
                .hasMessage(link + " is a link that leads back to where it is");

        Files.delete(link);
        Files.createSymbolicLink(link, folder.resolve("gone"));
        assertThatThrownBy(() -> SuiteFiles.find(List.of(folder)))
                .isInstanceOf(IOException.class)
                .hasMessage(link + " is a link that leads nowhere");
    }
}
