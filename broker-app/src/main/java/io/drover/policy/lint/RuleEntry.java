package io.drover.policy.lint;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * What one rule is about, as its text says it.
 *
 * @param id its {@code @id}
 * @param stage the word for its stage
 * @param name a sentence
 * @param doc its {@code @doc}
 * @param reads the properties that it reads, by the name of the fact; empty for a fact that only has to be there
 * @param says its effects, in order
 */
public record RuleEntry(
        String id,
        String stage,
        String name,
        String doc,
        SortedMap<String, SortedSet<String>> reads,
        List<String> says) {

    private static final String FARM = "Farm";
    private static final String SETTINGS = "Settings";

    public RuleEntry {
        reads = new TreeMap<>(reads);
        says = List.copyOf(says);
    }

    /** The settings that it reads: of the configuration by their names, of a farm as {@code farm.name}; in order. */
    public List<String> settings() {
        return reads.entrySet().stream()
                .filter(fact -> fact.getKey().equals(SETTINGS) || fact.getKey().equals(FARM))
                .flatMap(fact -> fact.getValue().stream()
                        .filter(name -> isSetting(fact, name))
                        .map(name -> named(fact, name)))
                .sorted()
                .toList();
    }

    private static boolean isSetting(Map.Entry<String, SortedSet<String>> fact, String name) {
        return fact.getKey().equals(SETTINGS) || !(name.equals("id") || name.equals("whole_fleet"));
    }

    private static String named(Map.Entry<String, SortedSet<String>> fact, String name) {
        return fact.getKey().equals(FARM) ? "farm." + name : name;
    }
}
