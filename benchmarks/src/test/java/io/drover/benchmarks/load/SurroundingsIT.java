package io.drover.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SurroundingsIT {

    @TempDir
    Path folder;

    private Path jar(String version) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        Path jar = folder.resolve("broker.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    @Test
    void whatWasMeasuredAndOnWhatIsTold() throws Exception {
        Surroundings here = Surroundings.of(folder, jar("1.2.3"), "18.1");

        assertThat(here.revision()).isEqualTo("unknown");
        assertThat(here.broker()).startsWith("1.2.3, made 2");
        assertThat(here.processor()).isNotEmpty();
        assertThat(here.processors()).isPositive();
        assertThat(here.memoryMiB()).isPositive();
        assertThat(here.toString())
                .startsWith("revision unknown; broker 1.2.3, made ")
                .contains(here.processor(), " MiB; Java " + Runtime.version())
                .endsWith("PostgreSQL 18.1");
    }

    @Test
    void aBrokerThatCannotBeReadIsAnError() {
        assertThatThrownBy(() -> Surroundings.of(folder, folder.resolve("none.jar"), "18.1"))
                .isInstanceOf(IOException.class);
    }
}
