package io.drover.policy;

import io.drover.file.FilesBelow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The text of a rules folder.
 *
 * @param files text by path within the folder, with {@code /} between names, sorted
 */
public record RuleSource(SortedMap<String, String> files) {

    private static final String ENDING = ".drl";
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final String EXAMPLES = "examples";
    private static final int REVISION_DIGITS = 12;

    public RuleSource {
        files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
    }

    /**
     * Reads every {@code .drl} file of {@link FilesBelow} a folder, but for the folder {@code examples}.
     *
     * @throws UncheckedIOException when the folder or a file cannot be read
     */
    public static RuleSource read(Path folder) {
        SortedMap<String, String> files = new TreeMap<>();
        try {
            for (Path path : FilesBelow.of(folder)) {
                if (isRule(folder.relativize(path))) {
                    files.put(nameOf(folder, path), text(path));
                }
            }
        } catch (NoSuchFileException e) {
            throw new UncheckedIOException("there is no " + e.getFile(), e);
        } catch (IOException e) {
            throw unreadable(folder, e);
        }
        return new RuleSource(files);
    }

    private static UncheckedIOException unreadable(Path folder, IOException why) {
        return new UncheckedIOException("cannot read the rules in " + folder + ": " + why.getMessage(), why);
    }

    /**
     * These rules and others.
     *
     * @throws IllegalArgumentException when both have a file of one name
     */
    public RuleSource and(RuleSource others) {
        SortedMap<String, String> both = new TreeMap<>(files);
        others.files().forEach((name, text) -> {
            if (both.put(name, text) != null) {
                throw new IllegalArgumentException("there are two files " + name);
            }
        });
        return new RuleSource(both);
    }

    /** The text of a file that people write, without the byte order mark that some editors put before it. */
    public static String unmarked(String raw) {
        return raw.startsWith(BYTE_ORDER_MARK) ? raw.substring(1) : raw;
    }

    private static String text(Path path) throws IOException {
        try {
            return unmarked(Files.readString(path, StandardCharsets.UTF_8));
        } catch (CharacterCodingException e) {
            throw new IOException(path.getFileName() + " is not UTF-8", e);
        }
    }

    private static boolean isRule(Path inner) {
        for (Path part : inner) {
            if (part.toString().equals(EXAMPLES)) {
                return false;
            }
        }
        return inner.toString().endsWith(ENDING);
    }

    private static String nameOf(Path folder, Path path) {
        return folder.relativize(path).toString().replace('\\', '/');
    }

    /** Twelve hexadecimal digits that change with any name or text. */
    public String revision() {
        return sha256().substring(0, REVISION_DIGITS);
    }

    /** The SHA-256 of all names and texts, in hexadecimal digits. */
    public String sha256() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Map.Entry<String, String> file : files.entrySet()) {
                byte[] text = file.getValue().getBytes(StandardCharsets.UTF_8);
                digest.update((file.getKey() + "\n" + text.length + "\n").getBytes(StandardCharsets.UTF_8));
                digest.update(text);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
