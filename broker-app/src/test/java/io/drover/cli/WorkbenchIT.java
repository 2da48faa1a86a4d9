package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.scenario.run.Wanted;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkbenchIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void whatChangesBehindALinkIsSeen() throws Exception {
        Path release = Files.createDirectories(folder.resolve("releases/7"));
        Path site = Files.createDirectories(folder.resolve("srv"));
        Path rules = Files.createSymbolicLink(folder.resolve("rules"), release);
        Path suites = Files.createSymbolicLink(folder.resolve("suites"), site);
        Files.writeString(release.resolve("office.drl"), "");
        Files.writeString(site.resolve("office.scenarios.yml"), "");

        try (Workbench workbench = new Workbench(
                List.of(suites), rules, List.of(), new Wanted("", List.of(), List.of()), 1, InstantSource.system())) {
            assertThat(workbench.look())
                    .containsOnlyKeys(rules.resolve("office.drl"), suites.resolve("office.scenarios.yml"));
        }
    }
}
