package io.drover.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ShippedOptionsTest {

    @Test
    void whatIsMeasuredIsWhatServes() throws IOException {
        String words = String.join(" ", RunningBroker.SHIPPED);
        assertThat(Files.readString(Path.of("../drover"))).contains("options+=(" + words + ")");
        assertThat(Files.readString(Path.of("../deploy/container/Dockerfile")))
                .contains("ENV JDK_JAVA_OPTIONS=\"" + words + "\"");
    }
}
