package io.drover.scenario.snapshot;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Numbered names in the order of their first use; the same name in any case has the same one throughout. Domains that
 * are one by their first label stay one, and one that is a host's own name is called as the host is. For one thread.
 */
final class Pseudonyms implements Names {

    /** Windows cuts the first label of a computer's or a domain's DNS name to this length for its NetBIOS name. */
    private static final int NETBIOS_LENGTH = 15;

    private static final String LOCAL = ".";

    private final Map<String, Map<String, String>> known = new HashMap<>();
    private final Map<String, String> hostsByLabel = new HashMap<>();

    private String of(String kind, String name) {
        Map<String, String> names = known.computeIfAbsent(kind, one -> new HashMap<>());
        return names.computeIfAbsent(name.toLowerCase(Locale.ROOT), one -> kind + (names.size() + 1));
    }

    @Override
    public String user(String name) {
        return of("user", name);
    }

    @Override
    public String domain(String name) {
        if (name.isEmpty() || name.equals(LOCAL)) {
            return name;
        }
        String label = firstLabel(name);
        String host = hostsByLabel.get(label);
        String numbered = host == null ? of("domain", netbiosName(label)) : host;
        return label.length() == name.length() ? numbered : numbered + ".example";
    }

    @Override
    public String host(String name) {
        String numbered = of("host", name);
        String label = firstLabel(name);
        hostsByLabel.putIfAbsent(label, numbered);
        hostsByLabel.putIfAbsent(netbiosName(label), numbered);
        return numbered;
    }

    private static String netbiosName(String label) {
        return label.substring(0, Math.min(label.length(), NETBIOS_LENGTH));
    }

    private static String firstLabel(String name) {
        int dot = name.indexOf('.');
        return (dot < 0 ? name : name.substring(0, dot)).toLowerCase(Locale.ROOT);
    }

    @Override
    public String words(String text) {
        return text.isEmpty() ? "" : "failed";
    }

    @Override
    public boolean tellsAddresses() {
        return false;
    }
}
