package io.drover.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FleetFileIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void farmsAreReadByTheirIds() throws Exception {
        FleetFile file = FleetFile.read(written("farms: { office: { name: Office } }"));

        assertThat(file.wanted().get(Kind.FARM)).containsOnlyKeys("office");
    }

    @Test
    void keysAreTexts() throws Exception {
        FleetFile file = FleetFile.read(written("farms: { 007: { required_tags: { 0x1F: a } }, 1e3: {}, true: {} }"));

        assertThat(file.wanted().get(Kind.FARM))
                .containsOnlyKeys("007", "1e3", "true")
                .extractingByKey("007")
                .hasToString("{\"required_tags\":{\"0x1F\":\"a\"}}");
    }

    @Test
    void aKeyThatIsNoneIsRefused() {
        assertRefused("farms: { ~: {} }", "not YAML: ");
        assertRefused("farms: { [a]: {} }", "not YAML: ");
    }

    @Test
    void aDeepNestIsRefusedAtItsPlace() {
        assertRefused("farms: " + "[".repeat(20_000) + "]".repeat(20_000), "nested more than 50 deep");
    }

    @Test
    void aliasesAreRefused() {
        assertRefused("farms: &a { office: *a }", "aliases are not taken; write out what they stand for");
    }

    @Test
    void aKeyThatComesTwiceIsRefused() {
        assertRefused("farms: { a: {}, a: {} }", "duplicate key");
    }

    @Test
    void anEmptyFileIsRefused() {
        assertRefused("", "must be a map of farms, resources and agents");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> FleetFile.read(folder.resolve("none.yml"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFileWithoutEndIsGivenUp() {
        assertThatThrownBy(() -> FleetFile.read(Path.of("/dev/zero")))
                .isInstanceOf(FleetFileException.class)
                .hasMessage("/dev/zero: cannot be read: it is larger than 16 MiB");
    }

    private void assertRefused(String text, String told) {
        assertThatThrownBy(() -> FleetFile.read(written(text)))
                .isInstanceOf(FleetFileException.class)
                .hasMessageContaining(told);
    }

    private Path written(String text) throws Exception {
        return Files.writeString(folder.resolve("fleet.yml"), text);
    }
}
