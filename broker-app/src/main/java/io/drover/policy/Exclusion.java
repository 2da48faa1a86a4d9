package io.drover.policy;

import io.drover.policy.fact.Bars;
import io.drover.policy.fact.Statement.Scope;
import java.util.List;

/**
 * One reason why a host is barred.
 *
 * @param code a word of {@link #ORDER}, or {@code custom:} and an author's word
 * @param bars whom it bars
 * @param detail the values behind it, for people
 * @param scope where it holds
 * @param rule who says so
 */
public record Exclusion(String code, Bars bars, String detail, Scope scope, RuleRef rule) {

    /** The codes of the shipped policy, in the order in which a host is counted by one of several. */
    public static final List<String> ORDER = List.of(
            "excluded-by-request",
            "not-a-member",
            "agent-offline",
            "agent-in-maintenance",
            "agent-draining",
            "agent-quarantined",
            "no-health",
            "below-min-health",
            "rdp-listener-dead",
            "rdp-unreachable",
            "remote-app-not-ready",
            "at-session-limit",
            "too-many-logons",
            "failed-for-user",
            "failing-host");

    private static final String CUSTOM = "custom:";

    /** The code under which a rule's word is shown: itself when known, else marked as an author's own. */
    public static String codeOf(String word) {
        return ORDER.contains(word) || word.startsWith(CUSTOM) ? word : CUSTOM + word;
    }

    /** Place of the code in the counting order; every author's own code comes last. */
    public int place() {
        return placeOf(code);
    }

    /** Place of a code in the counting order; every author's own code comes last. */
    public static int placeOf(String code) {
        int place = ORDER.indexOf(code);
        return place < 0 ? ORDER.size() : place;
    }

    /** Whether this counts for a request in that farm for that resource. */
    public boolean holdsFor(String farmId, String resourceId) {
        if (scope instanceof Scope.InFarm in) {
            return in.farmId().equals(farmId);
        }
        if (scope instanceof Scope.ForResource of) {
            return of.resourceId().equals(resourceId);
        }
        return true;
    }
}
