package io.drover.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.dropwizard.jackson.Jackson;
import io.dropwizard.util.Duration;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseConfigTest {
    private final ObjectMapper yaml = Jackson.newObjectMapper(new YAMLFactory());

    @Test
    void anEmptySectionMeansTheEmbeddedServerWithTheDefaults() throws IOException {
        DatabaseConfig config = read("{}");

        assertThat(config.embedded()).isTrue();
        assertThat(config.folder()).isEqualTo(Path.of("data/postgres"));
        assertThat(config.binariesFolder()).isEqualTo(Path.of("data/postgres-binaries"));
        assertThat(config.port()).isZero();
        assertThat(config.migrations()).isNull();
        assertThat(config.pool()).isEqualTo(new DatabaseConfig.Pool(2, 16, Duration.seconds(2)));
        assertThat(config.timeouts())
                .isEqualTo(new DatabaseConfig.Timeouts(Duration.seconds(2), Duration.seconds(5), Duration.seconds(3)));
    }

    @Test
    void noPasswordIsShown() {
        String url = "jdbc:postgresql://db.example/drover";

        assertThat(DatabaseConfig.at(url + "?ssl=true&password=s3cret&sslpassword=s4cret", "drover", "s5cret"))
                .hasToString("PostgreSQL at " + url);
        assertThat(new Login(url + "?password=s3cret", "drover", "s5cret")).hasToString(url);
    }

    @Test
    void everyKeyIsRead() throws IOException {
        DatabaseConfig config = read("""
                embedded: false
                folder: a
                binaries_folder: b
                port: 5433
                url: jdbc:postgresql://one,two/drover?targetServerType=primary
                user: broker
                password_file: secrets/database
                migrations: sql
                pool: { min_size: 1, max_size: 4, max_wait: 500ms }
                timeouts: { connect: 1s, socket: 9s, statement: 8s }
                """);

        assertThat(config)
                .isEqualTo(new DatabaseConfig(
                        false,
                        Path.of("a"),
                        Path.of("b"),
                        5433,
                        "jdbc:postgresql://one,two/drover?targetServerType=primary",
                        "broker",
                        null,
                        Path.of("secrets/database"),
                        Path.of("sql"),
                        new DatabaseConfig.Pool(1, 4, Duration.milliseconds(500)),
                        new DatabaseConfig.Timeouts(Duration.seconds(1), Duration.seconds(9), Duration.seconds(8))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    { embedded: false }                                                                      | database.url is required when database.embedded is false
                    { embedded: false, url: 'jdbc:mysql://db/drover' }                                       | database.url must start with jdbc:postgresql:
                    { embedded: false, url: 'jdbc:postgresql://db?user=drover&password=s3cret' }             | database.url must have one / after its hosts, and none else
                    { embedded: false, url: 'jdbc:postgresql://db/drover/x?password=s3cret' }                | database.url must have one / after its hosts, and none else
                    { url: 'jdbc:postgresql://db/drover' }                                                   | set database.embedded to false, or remove them
                    { embedded: false, url: 'jdbc:postgresql://db/x', password: a, password_file: b }        | exclude each other
                    { port: 70000 }                                                                          | database.port must be between 0 and 65535
                    { pool: { max_size: 0 } }                                                                | database.pool.max_size must be at least 1
                    { pool: { min_size: 5, max_size: 4 } }                                                   | database.pool.min_size must not exceed max_size
                    { pool: { max_wait: 0s } }                                                               | database.pool.max_wait must be longer than 0
                    { pool: { max_wait: 25d } }                                                              | database.pool.max_wait must be at most 1d
                    { timeouts: { connect: 25d } }                                                           | database.timeouts.connect must be at most 1d
                    { timeouts: { socket: 25d } }                                                            | database.timeouts.socket must be at most 1d
                    { timeouts: { connect: 10ms } }                                                          | database.timeouts.connect must be at least 1s
                    { timeouts: { statement: 5s } }                                                          | database.timeouts.statement must be shorter than database.timeouts.socket
                    { embeded: true }                                                                        | embeded
                    """)
    void aSectionThatContradictsItselfIsRefusedWithTheKey(String section, String message) {
        assertThatThrownBy(() -> read(section)).hasMessageContaining(message);
    }

    @Test
    void relativeFoldersCountFromTheConfigurationsFolder() {
        DatabaseConfig config = DatabaseConfig.embeddedIn(Path.of("data"), Path.of("/opt/binaries"))
                .relativeTo(Path.of("/srv/drover"));

        assertThat(config.folder()).isEqualTo(Path.of("/srv/drover/data"));
        assertThat(config.binariesFolder()).isEqualTo(Path.of("/opt/binaries"));
    }

    @Test
    void thePasswordIsNotPrinted() {
        assertThat(DatabaseConfig.at("jdbc:postgresql://db/drover", "broker", "hunter2"))
                .hasToString("PostgreSQL at jdbc:postgresql://db/drover");
    }

    private DatabaseConfig read(String text) throws IOException {
        return yaml.readerFor(DatabaseConfig.class)
                .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .readValue(text);
    }
}
