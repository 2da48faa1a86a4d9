package io.drover.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.scenario.Problem;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostsFileIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private HostsFile file;

    @BeforeEach
    void file() {
        file = new HostsFile(folder.resolve("hosts.yml"), Duration.ofSeconds(30), InstantSource.system());
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private List<String> problems() {
        file.look();
        return file.state().problems().stream()
                .map(Problem::toString)
                .map(problem -> problem.replace(folder.toString().replace('\\', '/') + "/", ""))
                .toList();
    }

    @Test
    void aTokenThatIsNoHeaderAndAPathThatIsNoneAreTold() throws IOException {
        write("token", "t\u00f6ken\n");
        write("marked", "\uFEFFt0ken\n");
        write("hosts.yml", """
                hosts:
                  rds-01: { bearer_file: token }
                  rds-02: { bearer_file: "a\\0b" }
                  rds-03: { bearer_file: marked }
                """);

        assertThat(problems())
                .hasSize(2)
                .anySatisfy(problem -> assertThat(problem).contains("hosts.yml:2", "a character that is not ASCII"))
                .anySatisfy(problem -> assertThat(problem).contains("hosts.yml:3", "is no path"));
    }

    /** Otherwise the first change of an operator would be refused for it. */
    @Test
    void whatAnOperatorCouldNotSetIsRefused() throws IOException {
        write("hosts.yml", """
                hosts:
                  rds-01: { tags: { role: "" } }
                  rds-02: { farm_ids: [ Office West ] }
                """);

        assertThat(problems())
                .anySatisfy(problem -> assertThat(problem).contains("hosts.yml:2", "tags.role"))
                .anySatisfy(problem -> assertThat(problem).contains("hosts.yml:3", "farm_ids"));
    }

    @Test
    void anIpv6AddressMayStandInBrackets() throws IOException {
        write("hosts.yml", """
                hosts:
                  "[fd00::1]": {}
                  rds-02: { address: "[fd00::2]" }
                """);

        List<CollectedHost> hosts = file.look();

        assertThat(problems()).isEmpty();
        assertThat(hosts).extracting(CollectedHost::name).containsExactly("fd00::1", "rds-02");
        assertThat(hosts).extracting(host -> host.settings().address()).containsExactly("fd00::1", "fd00::2");
    }

    @Test
    void oneAddressIsOneHost() throws IOException {
        write("hosts.yml", """
                hosts:
                  "[fd00::1]": {}
                  fd00::1: {}
                """);

        file.look();

        assertThat(problems()).singleElement().asString().startsWith("hosts.yml:3:3: hosts.fd00::1: is there twice");
    }

    @Test
    void aHostHasWhatItSaysAndElseTheDefaults() throws IOException {
        write("password", "secret\nnot this\n");
        write("token", "t0ken\n");
        write("hosts.yml", """
                defaults:
                  interval: 15s
                  timeout: 2s
                  basic_auth: { user: drover, password_file: password }
                hosts:
                  rds-01.corp.example: {}
                  rds-02.corp.example:
                    url: https://10.0.0.2:9443/metrics?collect[]=cpu
                    address: 10.0.0.2
                    port: 3390
                    farm_ids: [office, erp]
                    tags: { role: office }
                    interval: 5s
                    bearer_file: token
                """);

        List<CollectedHost> hosts = file.look();

        assertThat(problems()).isEmpty();
        assertThat(hosts).hasSize(2);
        assertThat(hosts.get(0).settings())
                .isEqualTo(new CollectedHost.Settings("rds-01.corp.example", null, List.of(), Map.of()));
        assertThat(hosts.get(0).target())
                .isEqualTo(new ScrapedTarget(
                        URI.create("http://rds-01.corp.example:9182/metrics"),
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(2),
                        "Basic ZHJvdmVyOnNlY3JldA==",
                        ""));
        assertThat(hosts.get(1).settings())
                .isEqualTo(new CollectedHost.Settings(
                        "10.0.0.2", 3390, List.of("office", "erp"), Map.of("role", "office")));
        assertThat(hosts.get(1).target().authorization()).isEqualTo("Bearer t0ken");
        assertThat(hosts.get(1).target().interval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(hosts.toString()).doesNotContain("t0ken", "ZHJvdmVyOnNlY3JldA");
    }

    @Test
    void allThatIsWrongIsToldWithItsPlace() throws IOException {
        write("empty", "\n");
        write("no.pem", "no certificate");
        write("hosts.yml", """
                defaults:
                  intervall: 10s
                hosts:
                  "rds 01": {}
                  rds-02: { url: "ftp://rds-02/", port: 0 }
                  rds-03: { interval: 16s }
                  rds-04: { timeout: 11s }
                  rds-05: { basic_auth: { user: a }, bearer_file: missing }
                  rds-06: { bearer_file: empty, ca_file: no.pem }
                  rds-07: { url: "http://me:secret@rds-07/metrics", address: "a b" }
                """);

        assertThat(problems())
                .anySatisfy(p -> assertThat(p)
                        .startsWith("hosts.yml:2:3: defaults.intervall: unknown key")
                        .contains("interval"))
                .anySatisfy(p -> assertThat(p).startsWith("hosts.yml:4:3: hosts.rds 01: is no name of a host"))
                .anySatisfy(p -> assertThat(p).startsWith("hosts.yml:5:18: hosts.rds-02.url: expected an address"))
                .anySatisfy(p -> assertThat(p).startsWith("hosts.yml:5:41: hosts.rds-02.port: 0 is out of range"))
                .anySatisfy(p -> assertThat(p).contains("hosts.rds-03: interval is more than half of"))
                .anySatisfy(p -> assertThat(p).contains("hosts.rds-04: timeout is longer than interval"))
                .anySatisfy(p -> assertThat(p).contains("hosts.rds-05: basic_auth and bearer_file exclude"))
                .anySatisfy(p -> assertThat(p).contains("hosts.rds-05.basic_auth: needs \"password_file\""))
                .anySatisfy(p -> assertThat(p).contains("hosts.rds-05.bearer_file: there is no file missing"))
                .anySatisfy(p -> assertThat(p).contains("hosts.rds-06.bearer_file: has no secret"))
                .anySatisfy(p -> assertThat(p).contains("hosts.rds-06.ca_file: has no certificates"))
                .anySatisfy(p -> assertThat(p).contains("hosts.rds-07.url: expected an address"))
                .anySatisfy(p -> assertThat(p).contains("hosts.rds-07.address: is no name of a host"))
                .noneSatisfy(p -> assertThat(p).contains("secret@"));
        assertThat(file.state().hosts()).isEmpty();
    }

    /** Otherwise it is asked for at another address, with its password. */
    @Test
    void aNameThatCannotStandInAnAddressNeedsAUrl() throws IOException {
        write("hosts.yml", """
                hosts:
                  rds_01: {}
                """);
        assertThat(problems())
                .singleElement()
                .asString()
                .startsWith("hosts.yml:2:3: hosts.rds_01: cannot stand in an address")
                .contains("set its url");

        write("hosts.yml", "hosts: { rds_01: { url: 'http://10.0.0.7:9182/metrics' } }\n");
        assertThat(problems()).isEmpty();
        assertThat(file.state().hosts())
                .singleElement()
                .satisfies(
                        host -> assertThat(host.target().url()).isEqualTo(URI.create("http://10.0.0.7:9182/metrics")));
    }

    @Test
    void aFileThatIsBrokenOrGoneChangesNothing() throws IOException {
        write("hosts.yml", "hosts: { rds-01: {} }\n");
        assertThat(file.look()).hasSize(1);

        write("hosts.yml", "hosts: { rds-01: {}, rds-02: {} \n");
        assertThat(file.look()).hasSize(1);
        assertThat(problems().get(0)).startsWith("hosts.yml:2:1: not YAML");

        Files.delete(folder.resolve("hosts.yml"));
        assertThat(file.look()).hasSize(1);
        assertThat(problems().get(0)).contains("there is no file");

        write("hosts.yml", "hosts: { rds-01: {}, rds-02: {} }\n");
        assertThat(file.look()).hasSize(2);
        assertThat(problems()).isEmpty();
    }

    @Test
    void aSecretThatIsReplacedIsRead() throws IOException {
        write("hosts.yml", "hosts: { rds-01: { bearer_file: token } }\n");
        assertThat(problems().get(0)).contains("there is no file token");

        write("token", "one");
        assertThat(file.look().get(0).target().authorization()).isEqualTo("Bearer one");

        write("token", "two");
        assertThat(file.look().get(0).target().authorization()).isEqualTo("Bearer two");
    }
}
