package io.drover.benchmarks.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;

/**
 * What was measured, and on what machine. Every report says so.
 *
 * @param revision of the sources that the harness was run from, as {@code git describe --always --dirty} has it;
 *     "unknown" where they are in no repository
 * @param broker the version of the broker's jar, and when it was made; that of the harness where it runs within
 * @param processor its model
 * @param processors how many Java may use
 * @param memoryMiB of the machine or container
 * @param java its version and vendor
 * @param postgresql the server's version
 */
public record Surroundings(
        String revision,
        String broker,
        String processor,
        int processors,
        long memoryMiB,
        String java,
        String postgresql) {

    private static final String UNKNOWN = "unknown";
    private static final int MIB = 1 << 20;

    /**
     * Those of this run.
     *
     * @param sources a folder of the sources
     * @param jar the broker; null when it runs within this process
     * @param postgresql what the server says of its version
     * @throws IOException when the jar cannot be read
     */
    public static Surroundings of(Path sources, @Nullable Path jar, String postgresql) throws IOException {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Surroundings(
                revision(sources),
                jar == null ? "within the harness" : version(jar),
                new SystemInfo()
                        .getHardware()
                        .getProcessor()
                        .getProcessorIdentifier()
                        .getName()
                        .strip(),
                Runtime.getRuntime().availableProcessors(),
                system.getTotalMemorySize() / MIB,
                Runtime.version() + " of " + System.getProperty("java.vendor"),
                postgresql);
    }

    private static String revision(Path sources) throws IOException {
        try {
            Process git = new ProcessBuilder("git", "-C", sources.toString(), "describe", "--always", "--dirty")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String told = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor() == 0 ? told : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN; // there is no git
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNKNOWN;
        }
    }

    private static String version(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String version =
                    manifest == null ? null : manifest.getMainAttributes().getValue("Implementation-Version");
            return (version == null ? UNKNOWN : version) + ", made " + Files.getLastModifiedTime(jar);
        }
    }

    /** Two lines. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "revision %s; broker %s%n%s, %d processors, %,d MiB; Java %s; PostgreSQL %s",
                revision,
                broker,
                processor,
                processors,
                memoryMiB,
                java,
                postgresql);
    }
}
