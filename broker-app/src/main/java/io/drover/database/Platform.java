package io.drover.database;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Names an operating system and processor as the archives of PostgreSQL programs do. */
final class Platform {

    private Platform() {}

    /** This machine, for example {@code linux-x86_64}. */
    static String current() {
        String name = name(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
        return Files.exists(Path.of("/etc/alpine-release")) ? name + "-alpine_linux" : name;
    }

    static boolean isLinux() {
        return current().startsWith("linux-");
    }

    static String name(String system, String processor) {
        String family = system.toLowerCase(Locale.ROOT)
                .replaceFirst("^mac os x$", "darwin")
                .replaceFirst(" .*", "");
        String chip = processor.toLowerCase(Locale.ROOT);
        return family + "-"
                + switch (chip) {
                    case "amd64", "x86_64" -> "x86_64";
                    case "aarch64", "arm64" -> "arm_64";
                    default -> chip;
                };
    }
}
