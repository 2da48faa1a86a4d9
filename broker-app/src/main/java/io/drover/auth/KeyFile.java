package io.drover.auth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** The file of generated keys, readable by its owner alone. */
final class KeyFile {

    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final TypeReference<Map<String, String>> TEXTS = new TypeReference<>() {};

    private final Path path;
    private final ObjectMapper yaml = new ObjectMapper(new YAMLFactory());

    KeyFile(Path path) {
        this.path = path;
    }

    boolean exists() {
        return Files.exists(path);
    }

    /** The keys in the file. Fails when others than its owner may read it, or when it is not whole. */
    PlainKeys read() throws IOException {
        if (posix() && !OWNER_ONLY.containsAll(Files.getPosixFilePermissions(path))) {
            throw new KeysException(
                    List.of("others may read " + path + ": chmod 600 it, or delete it to make new keys"));
        }
        Map<String, String> keys = texts();
        if (!keys.keySet().containsAll(Set.of("enrollment", "broker", "admin"))) {
            throw new KeysException(List.of(path + " is not whole: delete it to make new keys"));
        }
        return plain(keys);
    }

    /** What the parser says of a mistake would show the line, which is a key. */
    private Map<String, String> texts() throws IOException {
        try {
            return yaml.readValue(Files.readString(path, StandardCharsets.UTF_8), TEXTS);
        } catch (JsonProcessingException e) {
            throw new KeysException(List.of(path + " is not YAML: correct it, or delete it to make new keys"));
        }
    }

    /** Makes new keys and the file. */
    void generate(Supplier<String> newKey) throws IOException {
        Map<String, String> keys = Map.of("enrollment", newKey.get(), "broker", newKey.get(), "admin", newKey.get());
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Path draft = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(draft);
        Files.createFile(draft, ownerOnly());
        Files.writeString(draft, text(keys), StandardOpenOption.WRITE);
        Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String text(Map<String, String> keys) {
        return """
                # Made at the first start. Whoever reads this file can do everything to this broker.
                # enrollment: new agents present it. broker: Guacamole's key. admin: the operator's key.
                # Delete the file to have new keys made at the next start.
                enrollment: "%s"
                broker: "%s"
                admin: "%s"
                """.formatted(keys.get("enrollment"), keys.get("broker"), keys.get("admin"));
    }

    private static PlainKeys plain(Map<String, String> keys) {
        return new PlainKeys(
                String.valueOf(keys.get("enrollment")),
                List.of(new PlainKeys.Key("guacamole", String.valueOf(keys.get("broker")))),
                List.of(new PlainKeys.OperatorKey("admin", Role.ADMIN, String.valueOf(keys.get("admin")))));
    }

    private FileAttribute<?>[] ownerOnly() {
        return posix()
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
    }

    private boolean posix() {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
