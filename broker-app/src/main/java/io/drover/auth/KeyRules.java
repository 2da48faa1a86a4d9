package io.drover.auth;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** When a set of keys is fit to start with. */
final class KeyRules {

    static final int MIN_LENGTH = 24;

    private static final int MIN_DIFFERENT_CHARACTERS = 8;
    private static final List<String> PLACEHOLDERS = List.of(
            "changeme",
            "change-me",
            "change_me",
            "replaceme",
            "replace-me",
            "replace_me",
            "replace-with",
            "replace_with",
            "placeholder",
            "example",
            "your-key",
            "your_key",
            "your-secret",
            "your_secret",
            "password",
            "sessionguard");

    private KeyRules() {}

    /** Everything that is wrong, with the name of the key, never the key. */
    static List<String> problems(PlainKeys keys) {
        List<String> problems = new ArrayList<>();
        Map<String, String> owners = new HashMap<>();
        check("keys.enrollment", keys.enrollment(), owners, problems);
        if (keys.broker().isEmpty()) {
            problems.add("keys.broker is missing");
        }
        for (PlainKeys.Key key : keys.broker()) {
            check("keys.broker \"" + key.name() + "\"", key.secret(), owners, problems);
        }
        if (keys.operators().isEmpty()) {
            problems.add("keys.operators is missing");
        }
        for (PlainKeys.OperatorKey key : keys.operators()) {
            check("keys.operators \"" + key.name() + "\"", key.secret(), owners, problems);
        }
        return problems;
    }

    private static void check(String name, String key, Map<String, String> owners, List<String> problems) {
        Optional<String> flaw = flaw(key);
        if (flaw.isPresent()) {
            problems.add(name + " " + flaw.get());
            return;
        }
        String owner = owners.putIfAbsent(key, name);
        if (owner != null) {
            problems.add(name + " is the same key as " + owner);
        }
    }

    private static Optional<String> flaw(String key) {
        if (key.isEmpty()) {
            return Optional.of("is missing");
        }
        if (!key.chars().allMatch(c -> c > ' ' && c < 127)) {
            return Optional.of("has a space or a character outside ASCII");
        }
        if (key.length() < MIN_LENGTH) {
            return Optional.of("is shorter than " + MIN_LENGTH + " characters");
        }
        if (key.length() > Callers.MAX_SECRET) {
            return Optional.of("is longer than " + Callers.MAX_SECRET + " characters");
        }
        String folded = key.toLowerCase(Locale.ROOT);
        boolean placeholder = PLACEHOLDERS.stream().anyMatch(folded::contains)
                || key.startsWith("<")
                || key.startsWith("$")
                || key.chars().distinct().count() < MIN_DIFFERENT_CHARACTERS;
        return placeholder ? Optional.of("is a placeholder, not a key") : Optional.empty();
    }
}
