package io.drover.guacamole;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeNameIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void theMachineSaysItsNameWithoutAnybodyBeingAsked() throws Exception {
        Path file = Files.writeString(folder.resolve("hostname"), "node-7\n");

        assertThat(NodeName.of(Map.of("HOSTNAME", " node-8 "), file)).isEqualTo("node-8");
        assertThat(NodeName.of(Map.of("COMPUTERNAME", "NODE-9"), file)).isEqualTo("NODE-9");
        assertThat(NodeName.of(Map.of("HOSTNAME", ""), file)).isEqualTo("node-7");
        assertThat(NodeName.of(Map.of(), folder.resolve("none"))).startsWith("guacamole-");
    }
}
