package io.drover.simulate;

import io.drover.scenario.parse.Kind;
import io.drover.scenario.parse.YamlMap;
import io.drover.scenario.parse.YamlValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads the fleet of a storm: groups of hosts that are alike. */
public final class StormHosts {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,30}");
    private static final int MOST_SESSIONS = 5_000;
    private static final int MOST_WEIGHT = 10_000;
    private static final int ORDINARY = 100;

    /** An ordinary host in the morning. */
    private static final double USUAL_CPU = 10;

    private static final double USUAL_MEMORY = 30;
    private static final Kind<Double> PERCENT = Kind.number(0, 100);
    private static final Kind<Integer> SESSIONS = Kind.integer(0, MOST_SESSIONS);
    private static final Kind<Group> GROUP = Kind.map("hosts", StormHosts::group);

    private StormHosts() {}

    private record Group(int count, StormHost host) {

        /** Each under an id of its own, so that their order is that of their numbers. */
        List<StormHost> named(String name) {
            int digits = Math.max(2, Integer.toString(count).length());
            return IntStream.rangeClosed(1, count)
                    .mapToObj(number -> host.named(name + "-" + padded(number, digits)))
                    .toList();
        }

        private static String padded(int number, int digits) {
            String text = Integer.toString(number);
            return "0".repeat(digits - text.length()) + text;
        }
    }

    /**
     * Ordinary hosts without users, called {@code host-01} and so on.
     *
     * @param count from 1 to {@value Storm#MOST_HOSTS}
     * @param maxConcurrentLogons the limit of each, null for none
     */
    public static List<StormHost> equal(int count, @Nullable Integer maxConcurrentLogons) {
        return new Group(count, ordinary(maxConcurrentLogons)).named("host");
    }

    /** The hosts that a storm names, in the order of their ids. */
    static List<StormHost> read(YamlMap storm) {
        List<StormHost> hosts = new ArrayList<>();
        storm.requiredValue("hosts", GROUP.named())
                .ifPresent(groups -> groups.entries().forEach((name, group) -> hosts.addAll(hosts(name, group))));
        if (hosts.size() > Storm.MOST_HOSTS || (hosts.isEmpty() && storm.has("hosts"))) {
            storm.problem(hosts.size() + " hosts are out of range", "from 1 to " + Storm.MOST_HOSTS);
        }
        hosts.sort(Comparator.comparing(StormHost::id));
        return hosts;
    }

    private static List<StormHost> hosts(String name, YamlValue value) {
        if (!NAME.matcher(name).matches()) {
            value.problemOfKey("a group is named by up to 31 letters, digits and hyphens", "");
        }
        return GROUP.read(value).named(name);
    }

    private static Group group(YamlMap map) {
        int count = map.take("count", Kind.integer(1, Storm.MOST_HOSTS), 1);
        StormHost host = new StormHost(
                "",
                map.take("weight", Kind.integer(1, MOST_WEIGHT), ORDINARY),
                map.orNull("max_sessions", Kind.COUNT),
                map.orNull("max_concurrent_logons", Kind.COUNT),
                map.take("active_sessions", SESSIONS, 0),
                map.take("disconnected_sessions", SESSIONS, 0),
                map.take("health_score", Kind.integer(0, 100), 100),
                map.take("cpu_percent", PERCENT, USUAL_CPU),
                map.take("memory_used_percent", PERCENT, USUAL_MEMORY),
                map.take("cpu_per_session", PERCENT, 0.0),
                map.take("memory_per_session", PERCENT, 0.0),
                map.take("cpu_per_logon", PERCENT, 0.0),
                map.orNull("uptime_seconds", Kind.COUNT),
                map.take("tags", Kind.TAGS, Map.of()),
                map.orNull("zone", Kind.WORDS));
        map.done();
        return new Group(count, host);
    }

    /** An ordinary host without users. */
    private static StormHost ordinary(@Nullable Integer maxConcurrentLogons) {
        return new StormHost(
                "",
                ORDINARY,
                null,
                maxConcurrentLogons,
                0,
                0,
                100,
                USUAL_CPU,
                USUAL_MEMORY,
                0,
                0,
                0,
                null,
                Map.of(),
                null);
    }
}
