package io.drover.scenario.snapshot;

import java.util.HashMap;
import java.util.Map;

/** Numbered names in the order of their first use; the same name has the same one throughout. For one thread. */
final class Pseudonyms implements Names {

    private final Map<String, Map<String, String>> known = new HashMap<>();

    private String of(String kind, String name) {
        Map<String, String> names = known.computeIfAbsent(kind, one -> new HashMap<>());
        return names.computeIfAbsent(name, one -> kind + (names.size() + 1));
    }

    @Override
    public String user(String name) {
        return of("user", name);
    }

    @Override
    public String domain(String name) {
        return name.isEmpty() ? "" : of("domain", name);
    }

    @Override
    public String host(String name) {
        return of("host", name);
    }

    @Override
    public boolean tellsAddresses() {
        return false;
    }
}
