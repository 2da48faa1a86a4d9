package io.drover.fleet;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * What the database has under some ids.
 *
 * @param present what is there
 * @param absent ids that nothing is under
 */
public record Found<T>(List<T> present, Set<String> absent) {

    public Found {
        present = List.copyOf(present);
        absent = Set.copyOf(absent);
    }

    static <T> Found<T> of(Collection<String> asked, List<T> present, Function<T, String> id) {
        Set<String> absent = new HashSet<>(asked);
        present.forEach(found -> absent.remove(id.apply(found)));
        return new Found<>(present, absent);
    }
}
