package io.drover.scenario.parse;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Files that exist in memory only. */
final class MemorySources implements Sources {

    private final Map<Path, String> files = new HashMap<>();

    MemorySources with(String path, String text) {
        files.put(Path.of(path), text);
        return this;
    }

    @Override
    public String read(Path file) throws IOException {
        String text = files.get(file);
        if (text == null) {
            throw new NoSuchFileException(file.toString());
        }
        return text;
    }
}
