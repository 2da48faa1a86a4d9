package io.drover.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyLoaderIT {

    private static final String KEY = "3f1c9a7e5b2d8046aa01-file";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final KeyLoader loader =
            new KeyLoader(Map.of("CONSOLE_KEY", "3f1c9a7e5b2d8046aa01-env"), new RandomHex(new SecureRandom(), 32));

    @Test
    void theEmbeddedDatabaseGetsNewKeysThatStay() throws IOException {
        PlainKeys first = loader.load(config(null, List.of(), List.of()), true);
        PlainKeys second = loader.load(config(null, List.of(), List.of()), true);

        assertThat(second).isEqualTo(first);
        assertThat(first.broker().get(0).secret()).matches("[0-9a-f]{64}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keyFile())))
                .isEqualTo("rw-------");
    }

    @Test
    void whatIsConfiguredIsNotReplaced() throws IOException {
        Path file = Files.writeString(folder.resolve("broker.key"), KEY + "\n");
        PlainKeys keys = loader.load(
                config(null, List.of(new KeyConfig("g", null, null, file.toString(), null)), List.of()), true);

        assertThat(keys.broker()).containsExactly(new PlainKeys.Key("g", KEY));
        assertThat(keys.enrollment()).hasSize(64);
    }

    @Test
    void aServerOfYourOwnNeedsEveryKey() {
        assertThatThrownBy(() -> loader.load(config(null, List.of(), List.of()), false))
                .isInstanceOf(KeysException.class)
                .hasMessageContaining("keys.enrollment is missing")
                .hasMessageContaining("keys.broker is missing")
                .hasMessageContaining("keys.operators is missing");
        assertThat(keyFile()).doesNotExist();
    }

    @Test
    void keysComeFromValuesFilesAndVariables() throws IOException {
        Path file = Files.writeString(folder.resolve("enrollment.key"), KEY + "\n");
        KeysConfig config = config(
                new KeyConfig(null, null, null, file.toString(), null),
                List.of(new KeyConfig("g", null, "3f1c9a7e5b2d8046aa01-value", null, null)),
                List.of(new KeyConfig("console", Role.OPERATOR, null, null, "CONSOLE_KEY")));

        PlainKeys keys = loader.load(config, false);

        assertThat(keys)
                .isEqualTo(new PlainKeys(
                        KEY,
                        List.of(new PlainKeys.Key("g", "3f1c9a7e5b2d8046aa01-value")),
                        List.of(new PlainKeys.OperatorKey("console", Role.OPERATOR, "3f1c9a7e5b2d8046aa01-env"))));
        assertThat(keys.toString()).doesNotContain("3f1c9a7e");
    }

    @Test
    void aFileThatIsNotThereAndAVariableThatIsNotSetAreNamed() {
        KeysConfig config = config(
                new KeyConfig(null, null, null, "nowhere.key", null),
                List.of(new KeyConfig("g", null, null, null, "NOT_SET")),
                List.of());

        assertThatThrownBy(() -> loader.load(config, false))
                .hasMessageContaining("keys.enrollment: cannot read file nowhere.key: there is no nowhere.key")
                .hasMessageContaining("keys.broker \"g\" is missing");
    }

    @Test
    void readingAnewSeesWhatChangedAndMakesNothing() throws IOException {
        KeysConfig config = config(null, List.of(), List.of());
        PlainKeys first = loader.load(config, true);
        assertThat(loader.reload(config, true)).isEqualTo(first);

        String admin = first.operators().get(0).secret();
        Files.writeString(keyFile(), Files.readString(keyFile()).replace(admin, KEY));
        assertThat(loader.reload(config, true).operators().get(0).secret()).isEqualTo(KEY);

        Files.delete(keyFile());
        assertThatThrownBy(() -> loader.reload(config, true))
                .isInstanceOf(KeysException.class)
                .hasMessageContaining("there is no " + keyFile());
        assertThat(keyFile()).doesNotExist();
    }

    @Test
    void aKeyFileThatOthersMayReadIsRefused() throws IOException {
        loader.load(config(null, List.of(), List.of()), true);
        Files.setPosixFilePermissions(keyFile(), PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(() -> loader.load(config(null, List.of(), List.of()), true))
                .hasMessageContaining("chmod 600");
    }

    @Test
    void aKeyFileThatIsNoYamlIsRefusedWithoutShowingIt() throws IOException {
        loader.load(config(null, List.of(), List.of()), true);
        Files.writeString(keyFile(), "admin: \"" + KEY + "\nbroker");

        assertThatThrownBy(() -> loader.load(config(null, List.of(), List.of()), true))
                .isInstanceOf(KeysException.class)
                .hasMessageContaining("keys.yml is not YAML")
                .hasMessageNotContaining(KEY);
    }

    private Path keyFile() {
        return folder.resolve("data/keys.yml");
    }

    private KeysConfig config(@Nullable KeyConfig enrollment, List<KeyConfig> broker, List<KeyConfig> operators) {
        return new KeysConfig(keyFile().toString(), enrollment, broker, operators);
    }
}
