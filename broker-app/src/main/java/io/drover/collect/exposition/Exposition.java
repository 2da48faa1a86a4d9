package io.drover.collect.exposition;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/** What an exporter said, by metric. */
public final class Exposition {

    private final Map<String, List<Sample>> samples;
    private final Set<String> duplicates;

    private Exposition(Map<String, List<Sample>> samples, Set<String> duplicates) {
        this.samples = samples;
        this.duplicates = Set.copyOf(duplicates);
    }

    /** These samples. Of those with one name and the same labels the first counts. */
    static Exposition of(List<Sample> all) {
        Map<String, List<Sample>> byName = new LinkedHashMap<>();
        Set<String> duplicates = new HashSet<>();
        Set<String> seen = new HashSet<>();
        for (Sample sample : all) {
            if (seen.add(series(sample))) {
                byName.computeIfAbsent(sample.name(), name -> new ArrayList<>()).add(sample);
            } else {
                duplicates.add(sample.name());
            }
        }
        return new Exposition(byName, duplicates);
    }

    /** As a text: of texts that somebody made so that their hashes are equal, a set tells the order. */
    private static String series(Sample sample) {
        StringBuilder series = new StringBuilder(sample.name());
        new TreeMap<>(sample.labels())
                .forEach((label, value) -> series.append(',')
                        .append(label)
                        .append('=')
                        .append(value.length())
                        .append(':')
                        .append(value));
        return series.toString();
    }

    /** The samples of a metric in the order of the text; none when it is not there. */
    public List<Sample> samples(String name) {
        return List.copyOf(samples.getOrDefault(name, List.of()));
    }

    /** The value of a metric without labels, or of its first series; empty when it is not there or no number. */
    public OptionalDouble value(String name) {
        return samples.getOrDefault(name, List.of()).stream()
                .mapToDouble(Sample::value)
                .filter(Double::isFinite)
                .findFirst();
    }

    /** The metrics of which a series came twice. */
    public Set<String> duplicates() {
        return duplicates;
    }
}
