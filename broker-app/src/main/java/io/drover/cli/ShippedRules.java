package io.drover.cli;

import io.drover.policy.RuleSource;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The rules that were shipped with this build, of which it keeps a copy. */
final class ShippedRules {

    private static final String ANY_FILE = "/shipped-rules/score.drl";

    private ShippedRules() {}

    /** Their revision; empty in a build that keeps no copy. */
    static Optional<String> revision() {
        URL file = ShippedRules.class.getResource(ANY_FILE);
        return file == null ? Optional.empty() : Optional.of(revision(file));
    }

    private static String revision(URL file) {
        try {
            URI uri = file.toURI();
            if (uri.getScheme().equals("file")) {
                return revision(Path.of(uri));
            }
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                return revision(jar.getPath(ANY_FILE));
            }
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException("the shipped rules cannot be read", e);
        }
    }

    private static String revision(Path file) {
        return RuleSource.read(Objects.requireNonNull(file.getParent())).revision();
    }
}
