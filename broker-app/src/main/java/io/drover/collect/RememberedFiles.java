package io.drover.collect;

import io.drover.scenario.parse.Sources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Files, and what they said when they were read, so that a change of any is noticed. For one thread. */
final class RememberedFiles implements Sources {

    private static final int BYTES_AT_MOST = 16 * 1024 * 1024;

    private final Map<Path, String> read = new HashMap<>();

    @Override
    public String read(Path file) throws IOException {
        try {
            String text = text(file);
            read.put(file, text);
            return text;
        } catch (IOException e) {
            read.put(file, missing(e));
            throw e;
        }
    }

    /** Whether a file that was read says something else now, or can be read now or no longer. */
    boolean hasChanged() {
        return read.entrySet().stream().anyMatch(file -> !file.getValue().equals(now(file.getKey())));
    }

    private static String now(Path file) {
        try {
            return text(file);
        } catch (IOException e) {
            return missing(e);
        }
    }

    private static String text(Path file) throws IOException {
        return Sources.read(file, BYTES_AT_MOST);
    }

    /** No text begins like this. */
    private static String missing(IOException why) {
        return "\0" + why;
    }
}
