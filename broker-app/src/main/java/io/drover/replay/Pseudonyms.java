package io.drover.replay;

import io.drover.identity.UserName;
import io.drover.policy.RuleSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Other names for what a decision was about. The same text of a kind has the same name everywhere, and what the rules
 * name stays as it is, so that they decide the same. Not safe for use by several threads.
 */
final class Pseudonyms {

    private static final Pattern LITERAL = Pattern.compile("\"([^\"\\\\\n]*)\"");
    private static final String EXAMPLE = ".example";

    private final Map<String, Map<String, String>> byKind = new HashMap<>();
    private final Set<String> kept = new HashSet<>();
    private final boolean none;

    /**
     * @param rules what stands in them between quotes is kept
     * @param none whether everything keeps its name
     */
    Pseudonyms(RuleSource rules, boolean none) {
        this.none = none;
        for (String text : rules.files().values()) {
            Matcher literal = LITERAL.matcher(text);
            while (literal.find()) {
                kept.add(folded(literal.group(1)));
            }
        }
    }

    private static String folded(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /** Names hosts so that they stay in their order, by which ties are broken. */
    void nameHosts(Collection<String> ids) {
        int digits = Integer.toString(ids.size()).length();
        int number = 0;
        for (String id : new TreeSet<>(ids)) {
            number++;
            names("host")
                    .put(
                            id,
                            "host-"
                                    + "0"
                                            .repeat(digits
                                                    - Integer.toString(number).length()) + number);
        }
    }

    String host(String id) {
        return of("host", id);
    }

    /** The name of anything of a kind; empty stays empty. */
    String of(String kind, String text) {
        if (none || text.isEmpty() || kept.contains(folded(text))) {
            return text;
        }
        Map<String, String> names = names(kind);
        return names.computeIfAbsent(text, unknown -> kind + "-" + (names.size() + 1));
    }

    private Map<String, String> names(String kind) {
        return byKind.computeIfAbsent(kind, unknown -> new HashMap<>());
    }

    String user(UserName user) {
        String name = of("user", user.user());
        return user.domain().isEmpty() ? name : domain(user.domain()) + "\\" + name;
    }

    String user(String folded) {
        return of("user", folded);
    }

    /** Domains that are one by their first label stay one. */
    String domain(String domain) {
        int dot = domain.indexOf('.');
        String label = of("domain", dot < 0 ? domain : domain.substring(0, dot));
        return dot < 0 || none ? (none ? domain : label) : label + EXAMPLE;
    }
}
