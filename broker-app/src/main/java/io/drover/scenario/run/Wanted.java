package io.drover.scenario.run;

import io.drover.scenario.Scenario;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which scenarios are to run. Case does not matter. */
public final class Wanted implements Predicate<Scenario> {

    private final Pattern name;
    private final Set<String> tags;
    private final Set<String> unwanted;

    /**
     * @param name what the scenario's name must have in it; {@code *} stands for anything; empty for every name
     * @param tags one of these must be among its tags; empty for any
     * @param unwanted none of these may be among its tags
     */
    public Wanted(String name, List<String> tags, List<String> unwanted) {
        String pattern = Stream.of(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        this.name = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);
        this.tags = folded(tags);
        this.unwanted = folded(unwanted);
    }

    private static Set<String> folded(List<String> words) {
        return words.stream().map(word -> word.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public boolean test(Scenario scenario) {
        Set<String> its = folded(scenario.tags());
        return name.matcher(scenario.name()).find()
                && (tags.isEmpty() || its.stream().anyMatch(tags::contains))
                && its.stream().noneMatch(unwanted::contains);
    }
}
