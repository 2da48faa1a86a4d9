package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one jar that is shipped: everything in it still works once it is in one file. */
class DroverJarIT {
    private static final Path JAR = Path.of("target", "drover.jar").toAbsolutePath();

    @TempDir
    Path folder;

    @Test
    void theJarBringsPostgresqlAndItsMigrations() throws Exception {
        Files.writeString(
                folder.resolve("config.yml"),
                "database: { folder: postgres, binaries_folder: '%s' }\n"
                        .formatted(Path.of("target", "postgres-binaries").toAbsolutePath()));

        String output = run("-jar", JAR.toString(), "db", "migrate", "--config", "config.yml");

        assertThat(output.lines()).anyMatch(line -> line.matches("1 +fleet +applied +.*"));
        assertThat(output).doesNotContain("WARN");
    }

    @Test
    void theJarCompilesTheRules() throws Exception {
        String classes = Path.of("target", "test-classes").toAbsolutePath().toString();
        String rules = Path.of("..", "rules").toAbsolutePath().toString();

        String output = run("-cp", JAR + File.pathSeparator + classes, RulesFromJar.class.getName(), rules);

        assertThat(output).contains("compiled CompiledRules");
    }

    @Test
    void theJarKeepsTheLicencesOfItsLibraries() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            String licences = read(jar, "META-INF/LICENSE")
                    + read(jar, "META-INF/LICENSE.md")
                    + read(jar, "META-INF/LICENSE.txt");
            assertThat(licences).contains("Apache License", "Eclipse Public License");
            assertThat(read(jar, "META-INF/NOTICE")).contains("Jackson JSON processor");
        }
    }

    @Test
    void theJarHasNoSignaturesAndNoModules() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(jar.getManifest().getMainAttributes().getValue("Multi-Release"))
                    .isEqualTo("true");
            assertThat(jar.stream().map(entry -> entry.getName()))
                    .noneMatch(name -> name.matches("META-INF/[^/]+\\.(SF|RSA|DSA)"))
                    .noneMatch(name -> name.endsWith("module-info.class"));
        }
    }

    private String run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static String read(JarFile jar, String name) throws IOException {
        return new String(jar.getInputStream(jar.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
    }
}
