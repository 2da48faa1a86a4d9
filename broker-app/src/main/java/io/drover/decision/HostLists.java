package io.drover.decision;

import io.drover.decision.DecisionStory.Barrier;
import io.drover.decision.DecisionStory.Host;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which hosts of a story are worth a line.
 *
 * @param members hosts of the farm
 * @param strangers hosts of other farms
 * @param omissions what was left out, a line each
 */
record HostLists(List<Host> members, List<Host> strangers, List<String> omissions) {

    private static final int OPEN = 12;
    private static final int BARRED = 12;

    static HostLists of(DecisionStory story, boolean every) {
        List<Host> open =
                story.agents().stream().filter(host -> host.rank() != null).toList();
        List<Host> barred = story.agents().stream()
                .filter(host -> host.member() && host.rank() == null)
                .toList();
        List<Host> strangers =
                story.agents().stream().filter(host -> !host.member()).toList();
        if (every) {
            return new HostLists(joined(open, barred), strangers, List.of());
        }
        List<String> omissions = new ArrayList<>();
        List<Host> best = first(open, OPEN);
        if (best.size() < open.size()) {
            omissions.add("  and " + (open.size() - best.size()) + " more that take the session");
        }
        List<Host> shown = first(barred, BARRED);
        if (shown.size() < barred.size()) {
            omissions.add("  and " + (barred.size() - shown.size()) + " more that are barred: "
                    + StoryText.counts(counts(barred, shown)));
        }
        if (!strangers.isEmpty()) {
            omissions.add("  and " + strangers.size() + " of other farms");
        }
        return new HostLists(joined(best, shown), List.of(), omissions);
    }

    /** The first so many, and the chosen one wherever it is. */
    private static List<Host> first(List<Host> hosts, int most) {
        List<Host> first = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            if (i < most || hosts.get(i).chosen()) {
                first.add(hosts.get(i));
            }
        }
        return first;
    }

    private static Map<String, Integer> counts(List<Host> all, List<Host> shown) {
        Map<String, Integer> counts = new TreeMap<>();
        for (Host host : all) {
            if (!shown.contains(host)) {
                host.exclusions().stream()
                        .filter(barrier -> !barrier.waived())
                        .map(Barrier::code)
                        .findFirst()
                        .ifPresent(code -> counts.merge(code, 1, Integer::sum));
            }
        }
        return counts;
    }

    private static List<Host> joined(List<Host> some, List<Host> others) {
        List<Host> joined = new ArrayList<>(some);
        joined.addAll(others);
        return joined;
    }
}
