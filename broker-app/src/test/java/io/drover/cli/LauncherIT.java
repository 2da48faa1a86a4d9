package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The launcher in a checkout of its own, with a stand-in for Maven. */
class LauncherIT {
    private static final Path SHIPPED = Path.of("target", "drover.jar").toAbsolutePath();

    @TempDir
    Path temporary;

    private Path checkout = Path.of("");
    private Path built = Path.of("");
    private Path runs = Path.of("");

    @BeforeEach
    void makeACheckout() throws IOException {
        checkout = Files.createDirectory(temporary.resolve("a checkout"));
        Files.copy(Path.of("..", "drover"), checkout.resolve("drover"));
        Files.createDirectories(checkout.resolve("broker-app/src/main/java"));
        Files.createDirectories(checkout.resolve("broker-app/target"));
        Files.createDirectories(checkout.resolve("migrations"));
        Files.createFile(checkout.resolve("pom.xml"));
        Files.createFile(checkout.resolve("broker-app/pom.xml"));
        built = checkout.resolve("broker-app/target/drover.jar");
        runs = checkout.resolve("target/run/drover.jar");
        Path maven = Files.createDirectory(temporary.resolve("bin")).resolve("mvn");
        Files.writeString(maven, "#!/bin/sh\necho maven was called >&2\ncp '%s' '%s'\n".formatted(SHIPPED, built));
        Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void buildsOnFirstUseAndNotAgain() throws Exception {
        Run first = launch("--version");
        assertThat(first.exit()).as(first.err()).isZero();
        assertThat(first.out()).isEqualTo("drover 0.1.0-SNAPSHOT\n");
        assertThat(first.err()).contains("drover: building", "maven was called", "drover: built");

        Run second = launch("--version");
        assertThat(second.out()).isEqualTo(first.out());
        assertThat(second.err()).isEmpty();
    }

    @Test
    void buildsAgainAfterAChange() throws Exception {
        haveBuilt();
        Path source = Files.createFile(checkout.resolve("broker-app/src/main/java/Changed.java"));
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plus(2, ChronoUnit.SECONDS)));

        assertThat(launch("--version").err()).contains("maven was called");
    }

    @Test
    void keepsTheExitCodeAndTheWords() throws Exception {
        haveBuilt();

        Run run = launch("db", "status", "--config", "two words.yml");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("There is no configuration file two words.yml.");
    }

    @Test
    void findsItsHomeThroughASymbolicLink() throws Exception {
        haveBuilt();
        Path link =
                Files.createSymbolicLink(temporary.resolve("linked"), temporary.relativize(checkout.resolve("drover")));

        Run run = run(Map.of(), link.toString(), "db", "status");

        assertThat(run.err()).contains("There is no configuration file " + checkout.resolve("config.yml"));
    }

    @Test
    void aBuildThatFailsStartsNothing() throws Exception {
        Files.writeString(temporary.resolve("bin").resolve("mvn"), "#!/bin/sh\nexit 1\n");

        Run run = launch("--version");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("drover: the build failed.");
        assertThat(run.out()).isEmpty();
        assertThat(runs).doesNotExist();
    }

    @Test
    void saysThatJavaIsMissingAlsoWhenNothingIsToBeBuilt() throws Exception {
        haveBuilt();

        Run run = run(
                Map.of("JAVA_HOME", "/nonexistent"), checkout.resolve("drover").toString(), "--version");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .isEqualTo("drover: Java 17 or later is needed, and there is none in JAVA_HOME, /nonexistent;"
                        + " set JAVA_HOME or put java on the PATH.\n");
    }

    @ParameterizedTest
    @CsvSource({"1.8.0_392, 8", "11.0.2, 11"})
    void saysThatJavaIsTooOld(String version, String feature) throws Exception {
        haveBuilt();
        Path old = temporary.resolve("old");
        Path java = Files.createDirectories(old.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho it was called >&2\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(old.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");

        Run run = run(
                Map.of("JAVA_HOME", old.toString()), checkout.resolve("drover").toString(), "--version");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("is Java " + feature + ";").doesNotContain("it was called");
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() throws Exception {
        Files.createFile(checkout.resolve("target"));

        Run run = launch("--version");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith("drover: cannot build: ").contains("target/run cannot be written");
        assertThat(run.err().lines()).hasSize(1);
    }

    @Test
    void saysThatJavaIsMissing() throws Exception {
        Run run = run(
                Map.of("JAVA_HOME", "/nonexistent"), checkout.resolve("drover").toString(), "--version");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("Java 17 or later is needed");
    }

    /**
     * It would stay up without the threads that memory ran out for; 3, Java's own exit code, stands for broken rules.
     */
    @Test
    void aServiceThatRunsOutOfMemoryEnds() throws Exception {
        String ends = "-XX:OnOutOfMemoryError=kill -9 %p";

        assertThat(optionsOf("serve", "")).contains(ends);
        assertThat(optionsOf("serve", "-Xmx1g -XX:+HeapDumpOnOutOfMemoryError")).contains(ends);
        assertThat(optionsOf("serve", "-XX:-ExitOnOutOfMemoryError")).doesNotContain(ends);
        assertThat(optionsOf("serve", "-XX:+CrashOnOutOfMemoryError")).doesNotContain(ends);
        assertThat(optionsOf("serve", "-XX:OnOutOfMemoryError=true")).doesNotContain(ends);
        assertThat(optionsOf("check", "")).doesNotContain(ends);
    }

    /** What Java is called with, by a stand-in for it. */
    private List<String> optionsOf(String verb, String chosen) throws Exception {
        Path java = Files.createDirectories(temporary.resolve("stand-in/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(runs.getParent());
        Files.writeString(runs, "");
        Files.setLastModifiedTime(runs, FileTime.from(Instant.now().plus(1, ChronoUnit.SECONDS)));
        Map<String, String> environment =
                Map.of("JAVA_HOME", temporary.resolve("stand-in").toString(), "DROVER_JAVA_OPTS", chosen);
        Run run = run(environment, checkout.resolve("drover").toString(), verb);
        assertThat(run.exit()).as(run.err()).isZero();
        return run.out().lines().toList();
    }

    private void haveBuilt() throws IOException {
        Files.createDirectories(runs.getParent());
        Files.copy(SHIPPED, runs);
        Files.setLastModifiedTime(runs, FileTime.from(Instant.now().plus(1, ChronoUnit.SECONDS)));
    }

    private Run launch(String... words) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(checkout.resolve("drover").toString()));
        command.addAll(List.of(words));
        return run(Map.of(), command.toArray(String[]::new));
    }

    private Run run(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        Path err = temporary.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(temporary.toFile()).redirectError(err.toFile());
        builder.environment().put("DROVER_ARCHIVE", "off");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().merge("PATH", temporary.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), out, Files.readString(err));
    }

    private record Run(int exit, String out, String err) {}
}
