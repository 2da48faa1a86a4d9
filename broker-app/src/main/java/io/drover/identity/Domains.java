package io.drover.identity;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which domains are one, and with that which sessions belong to a name. Immutable and safe for use by many threads.
 *
 * <p>Domains given to {@link #same} are folded already, as those of a {@link UserName} are.
 */
public final class Domains {

    /** Windows cuts the first label of a computer's or a domain's DNS name to this length for its NetBIOS name. */
    private static final int NETBIOS_LENGTH = 15;

    private final Map<String, String> netbiosNames;

    /**
     * Domains with aliases.
     *
     * @param aliases from NetBIOS name to DNS names of the same domain, in any case
     * @throws IllegalArgumentException when one DNS name is given to two NetBIOS names
     */
    public Domains(Map<String, ? extends List<String>> aliases) {
        Map<String, String> names = new HashMap<>();
        aliases.forEach((netbios, dnsNames) -> dnsNames.forEach(dns -> {
            String other = names.put(Folding.foldDomain(dns), Folding.foldDomain(netbios));
            if (other != null && !other.equals(Folding.foldDomain(netbios))) {
                throw new IllegalArgumentException(
                        "the domain " + dns + " is an alias of both " + other + " and " + netbios);
            }
        }));
        netbiosNames = Map.copyOf(names);
    }

    /** Domains of which nothing is known but their names. */
    public static Domains withoutAliases() {
        return new Domains(Map.of());
    }

    /**
     * Whether two folded domains are one: they are equal, the aliases say so, or one is a DNS name whose first label,
     * cut to 15 characters or not, is the other, a NetBIOS name, and the aliases give it to no domain. A missing domain
     * is never the same as another.
     */
    public boolean same(String a, String b) {
        if (a.isEmpty() || b.isEmpty()) {
            return false;
        }
        return a.equals(b) || netbiosName(a).equals(netbiosName(b)) || isDnsNameOf(a, b) || isDnsNameOf(b, a);
    }

    /** Whether each of these folded domains is the same as each other one, none of them empty. */
    public boolean areOne(Collection<String> folded) {
        return folded.stream().allMatch(a -> folded.stream().allMatch(b -> same(a, b)));
    }

    /** Whether two domains may be those of one person: they are the same, or one of them is not known. */
    public boolean mayBeSame(String a, String b) {
        return a.isEmpty() || b.isEmpty() || a.equals(b) || same(a, b);
    }

    /**
     * Whether a session reported on a host belongs to the name asked for. A qualified name owns sessions of its own
     * domain only, a short one those of any domain, a local one those whose domain is the host itself.
     *
     * @param hostname name of the host that reported the session, with or without its DNS suffix
     */
    public boolean owns(UserName asked, UserName reported, String hostname) {
        if (!asked.user().equals(reported.user())) {
            return false;
        }
        if (asked.isShort() || reported.isShort()) {
            return asked.isShort();
        }
        String host = firstLabel(Folding.fold(hostname));
        if (isHostItself(asked.domain(), host) && isHostItself(reported.domain(), host)) {
            return true;
        }
        return !asked.isLocal() && same(asked.domain(), reported.domain());
    }

    /**
     * Whether a folded domain is that of accounts local to a host: the host's name, or a dot.
     *
     * @param hostname the host's name, with or without its DNS suffix
     */
    public boolean isLocalTo(String domain, String hostname) {
        return isHostItself(domain, firstLabel(Folding.fold(hostname)));
    }

    private String netbiosName(String domain) {
        return netbiosNames.getOrDefault(domain, domain);
    }

    private boolean isDnsNameOf(String dns, String netbios) {
        return dns.indexOf('.') > 0
                && !netbiosNames.containsKey(dns)
                && netbios.indexOf('.') < 0
                && isNetbiosNameOf(netbios, firstLabel(dns));
    }

    private static boolean isHostItself(String domain, String host) {
        return domain.equals(".") || isNetbiosNameOf(domain, host);
    }

    private static boolean isNetbiosNameOf(String netbios, String label) {
        return netbios.equals(label) || (netbios.length() == NETBIOS_LENGTH && label.startsWith(netbios));
    }

    private static String firstLabel(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }
}
