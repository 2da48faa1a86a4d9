package io.drover.cli;

import io.drover.policy.PolicyConfig;
import io.drover.policy.RuleSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rules that were named on the command line.
 *
 * @param folder where they are, absolute
 * @param source their text, at least one file
 */
record RuleFiles(Path folder, RuleSource source) {

    /**
     * Reads a folder of rules, or one file.
     *
     * @throws BadFileException when it is not there, cannot be read, or has no rules
     */
    static RuleFiles read(Path named) {
        Path path = named.toAbsolutePath().normalize();
        if (!Files.exists(path)) {
            throw new BadFileException("There is no file or folder %s.".formatted(named));
        }
        try {
            RuleFiles files = Files.isDirectory(path)
                    ? new RuleFiles(path, RuleSource.read(path))
                    : new RuleFiles(path.resolveSibling(""), oneFile(path));
            if (files.source().files().isEmpty()) {
                throw new BadFileException("There is no .drl file in %s.".formatted(named));
            }
            return files;
        } catch (CharacterCodingException e) {
            throw new BadFileException("%s is not UTF-8.".formatted(named));
        } catch (IOException | UncheckedIOException e) {
            throw new BadFileException("%s cannot be read: %s".formatted(named, e.getMessage()));
        }
    }

    /**
     * The rules of a folder.
     *
     * @throws BadFileException when it is not there or cannot be read
     */
    static RuleSource folder(Path named) {
        try {
            return RuleSource.read(named);
        } catch (UncheckedIOException e) {
            throw new BadFileException("The rules in %s cannot be read: %s.".formatted(named, e.getMessage()));
        }
    }

    /** The folder of rules that a configuration file names. */
    static Path configured(Path config) {
        PolicyConfig policy = ConfigSection.read(config, "policy", PolicyConfig.class);
        return policy.relativeTo(ConfigSection.folder(config)).folder();
    }

    private static RuleSource oneFile(Path path) throws IOException {
        String text = RuleSource.unmarked(Files.readString(path));
        return new RuleSource(new TreeMap<>(Map.of(String.valueOf(path.getFileName()), text)));
    }

    /** A file as the reader knows it: from the folder at hand when it is below that, else in full. */
    String shown(String file) {
        return shown(folder.resolve(file));
    }

    /** The same for any path. */
    static String shown(Path path) {
        Path here = Path.of("").toAbsolutePath();
        Path absolute = path.toAbsolutePath().normalize();
        Path shown = absolute.startsWith(here) && !absolute.equals(here) ? here.relativize(absolute) : absolute;
        return shown.toString().replace('\\', '/');
    }
}
