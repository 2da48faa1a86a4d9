package io.drover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.jetty.HttpConnectorFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileIT {

    private static final Path SHIPPED = Path.of("../config.yml");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void theShippedFileSaysTheDefaults() throws IOException {
        DroverConfig shipped = ConfigFile.read(SHIPPED);
        DroverConfig empty = read("{}");

        assertThat(shipped.database()).isEqualTo(empty.database());
        assertThat(shipped.policy()).isEqualTo(empty.policy());
        assertThat(shipped.placement()).isEqualTo(empty.placement());
        assertThat(shipped.keys()).isEqualTo(empty.keys());
    }

    @Test
    void everyKeyOfTheShippedFileIsExplained() throws IOException {
        List<String> lines = Files.readAllLines(SHIPPED);
        for (int i = 1; i < lines.size(); i++) {
            boolean key = lines.get(i).matches(" *(- )?[A-Za-z_]+:.*");
            boolean explained = lines.get(i - 1).strip().startsWith("#");
            assertThat(!key || explained).as("line %d: %s", i + 1, lines.get(i)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"../config.yml", "../deploy/container/config.yml"})
    void nobodyElsesMachineReachesTheAdminConnector(String file) throws IOException {
        DefaultServerFactory server =
                (DefaultServerFactory) ConfigFile.read(Path.of(file)).getServerFactory();

        assertThat(server.getAdminConnectors())
                .isNotEmpty()
                .allSatisfy(connector -> assertThat(((HttpConnectorFactory) connector).getBindHost())
                        .isEqualTo("127.0.0.1"));
    }

    @Test
    void anUnknownKeyIsRefusedWithTheNearest() {
        assertThatThrownBy(() -> read("placment: {}"))
                .hasMessageContaining("placment")
                .hasMessageContaining("did you mean \"placement\"?");
        assertThatThrownBy(() -> read("placement: { lease_second: 5 }"))
                .hasMessageContaining("placement.lease_second")
                .hasMessageContaining("did you mean \"lease_seconds\"?");
        assertThatThrownBy(() -> read("server: { maxThread: 5 }")).hasMessageContaining("maxThreads");
    }

    @Test
    void aValueOutOfRangeIsRefused() {
        assertThatThrownBy(() -> read("placement: { lease_seconds: 0 }"))
                .hasMessageContaining("placement.lease_seconds must be 1 to 2592000, not 0");
    }

    @Test
    void aKeyThatIsThereTwiceIsRefused() {
        assertThatThrownBy(() -> read("policy: {}\npolicy: {}\n")).hasMessageContaining("policy");
    }

    @Test
    void aVariableThatIsNotSetIsRefused() {
        assertThatThrownBy(() -> read("placement: { default_farm_id: \"${DROVER_NOT_SET}\" }"))
                .hasMessageContaining("DROVER_NOT_SET");
    }

    @Test
    void aVariableMayHaveADefault() throws IOException {
        assertThat(read("placement: { default_farm_id: \"${DROVER_NOT_SET:-office}\" }")
                        .placement()
                        .defaultFarmId())
                .isEqualTo("office");
    }

    private DroverConfig read(String text) throws IOException {
        return ConfigFile.read(Files.writeString(folder.resolve("config.yml"), text));
    }
}
