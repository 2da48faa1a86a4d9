package io.drover.scenario.parse;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;

/** A sentence on each key of the format, which editors show. */
final class Descriptions {

    private static final String FILE = "/scenario-format.properties";

    /** Where the sentence is that two maps share. */
    private static final Map<String, String> LIKE =
            Map.of("heartbeat", "agent", "control", "agent", "own_session", "session");

    private final Properties sentences = new Properties();
    private final Set<String> unused;

    private Descriptions(Reader reader) throws IOException {
        sentences.load(reader);
        unused = new HashSet<>(sentences.stringPropertyNames());
    }

    static Descriptions read() {
        try (InputStream in = Objects.requireNonNull(Descriptions.class.getResourceAsStream(FILE), FILE);
                Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
            return new Descriptions(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The sentence on a key of a map. */
    String of(String map, String key) {
        String own = map + "." + key;
        String name = sentences.containsKey(own) ? own : LIKE.getOrDefault(map, map) + "." + key;
        String sentence = sentences.getProperty(name);
        if (sentence == null) {
            throw new IllegalStateException("nothing in " + FILE + " describes " + own);
        }
        unused.remove(name);
        return sentence;
    }

    /** What was described and never asked for. */
    Set<String> unused() {
        return Set.copyOf(unused);
    }
}
