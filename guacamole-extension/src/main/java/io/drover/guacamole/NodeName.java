package io.drover.guacamole;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Map;
import java.util.UUID;

/** What a Guacamole is called that was not given a name. */
final class NodeName {

    private static final Path OF_LINUX = Paths.get("/proc/sys/kernel/hostname");

    private NodeName() {}

    /**
     * The machine's own name; a random one, for as long as this process lives, where it is not known. No name service
     * is asked, since that can hang.
     */
    static String ofThisMachine() {
        return of(System.getenv(), OF_LINUX);
    }

    static String of(Map<String, String> environment, Path file) {
        for (String variable : new String[] {"HOSTNAME", "COMPUTERNAME"}) {
            String name = environment.getOrDefault(variable, "").trim();
            if (!name.isEmpty()) {
                return name;
            }
        }
        try {
            String name = new String(Files.readAllBytes(file), UTF_8).trim();
            return name.isEmpty() ? random() : name;
        } catch (IOException e) {
            return random();
        }
    }

    private static String random() {
        return "guacamole-" + UUID.randomUUID();
    }
}
