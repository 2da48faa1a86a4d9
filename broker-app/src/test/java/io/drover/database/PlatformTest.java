package io.drover.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformTest {

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-x86_64",
        "Linux, aarch64, linux-arm_64",
        "Mac OS X, x86_64, darwin-x86_64",
        "Mac OS X, aarch64, darwin-arm_64",
        "Windows Server 2022, amd64, windows-x86_64",
        "LINUX, IA32, linux-ia32",
    })
    void platformsAreNamedAsTheArchivesAre(String system, String processor, String name) {
        assertThat(Platform.name(system, processor)).isEqualTo(name);
    }

    @Test
    void aPlatformWithoutProgramsIsTold() {
        assertThatThrownBy(() -> PostgresBinaries.archive("plan9-mips"))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("no PostgreSQL programs for this platform (plan9-mips)")
                .hasMessageContaining("database.url");
    }
}
