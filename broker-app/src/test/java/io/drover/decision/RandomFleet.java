package io.drover.decision;

import io.drover.identity.Domains;
import io.drover.identity.UserName;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.Decision;
import io.drover.policy.PolicyEngine;
import io.drover.policy.Question;
import io.drover.policy.Question.UserSession;
import io.drover.policy.RuleSource;
import io.drover.policy.Verdict;
import io.drover.policy.VerdictListener;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.LivingEngine;
import io.drover.policy.engine.RuleCompiler;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.AgentView.RemoteAppView;
import io.drover.policy.fact.CallView;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.LeaseView;
import io.drover.policy.fact.ResourceView;
import io.drover.policy.fact.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A fleet that changes at random, judged by the shipped rules and a few of an author's. The same seed, the same fleet.
 */
final class RandomFleet implements AutoCloseable {

    static final Settings SETTINGS = new Settings("", true, true, true, 60);

    private static final String AUTHORS_RULES = """
            package drover
            import io.drover.policy.fact.*
            rule "CAD users like a GPU" @id("gpu-for-cad") @stage(score) @doc("500 points.")
            when Request( groups contains "cad" ) $agent : Agent( tags["gpu"] == "yes" )
            then $agent.score( "gpu for cad", 500 ); end
            rule "Guests stay out of the vault" @id("no-guests") @stage(filter) @doc("Zone vault.")
            when Request( groups contains "guest" ) $agent : Agent( zone == "vault" )
            then $agent.exclude( "no-guests", Bars.NEW_SESSION, "zone is vault" ); end
            rule "The board may go where it is full" @id("board") @stage(filter) @doc("Waives the limit.")
            when $request : Request( groups contains "board" ) $agent : Agent()
            then $request.waive( $agent, "at-session-limit" ); end
            rule "A neighbour is burning" @id("neighbour") @stage(score) @doc("Cross-agent.")
            when $agent : Agent( $zone : zone != "", $id : id )
                 exists Agent( zone == $zone, id != $id, cpu_percent > 95 )
            then $agent.score( "burning neighbour", -50 ); end
            """;
    private static final int HOSTS = 25;

    private final Random random;
    private final LivingEngine engine;
    private final Set<String> present = new HashSet<>();

    RandomFleet(CompiledRules rules, long seed, VerdictListener listener) {
        random = new Random(seed);
        engine = new LivingEngine(rules, Domains.withoutAliases()::same, listener);
        fill(engine);
    }

    static CompiledRules rules() throws BrokenRulesException {
        return new RuleCompiler(false).compile(source());
    }

    static RuleSource source() {
        SortedMap<String, String> files =
                new TreeMap<>(RuleSource.read(Path.of("..", "rules")).files());
        files.put("author.drl", AUTHORS_RULES);
        return new RuleSource(files);
    }

    /** Tells an engine what never changes. */
    static void fill(PolicyEngine engine) {
        engine.put(SETTINGS);
        engine.put(new FarmView(
                "office", true, List.of("host-1", "host-2"), Map.of("role", "office"), "score", false, 60));
        engine.put(new FarmView("lab", true, List.of(), Map.of("role", "lab"), "least-load", true, 40));
        engine.put(new FarmView("closed", false, List.of(), Map.of("role", "lab"), "score", false, 60));
        engine.put(
                new ResourceView("desk", "desktop", "office", "12", "office desktop", "", "", false, Set.of(), true));
        engine.put(new ResourceView("cad", "remoteapp", "lab", "13", "cad", "", "cad", true, Set.of(), true));
        engine.put(new ResourceView("old", "desktop", "office", "14", "old", "", "", false, Set.of(), false));
    }

    /** A heartbeat, an operator, or an agent that comes or goes. */
    void change() {
        String id = "host-" + (1 + random.nextInt(HOSTS));
        if (random.nextInt(20) == 0 && present.remove(id)) {
            engine.removeAgent(id);
        } else {
            present.add(id);
            engine.put(host(id));
        }
    }

    /** An operator changes a farm, and publishes a resource anew or takes it away. */
    void reshape() {
        engine.put(new FarmView(
                "lab", !oneIn(5), List.of(), Map.of("role", "lab"), pick("least-load", "score"), oneIn(2), 40));
        if (oneIn(3)) {
            engine.removeResource("cad");
        } else {
            engine.put(new ResourceView(
                    "cad", "remoteapp", pick("lab", "office"), "13", "cad", "", "cad", true, Set.of(), true));
        }
    }

    private AgentView host(String id) {
        return new AgentView(
                id,
                id + ".corp.example",
                pick("", "vault", "hall"),
                pick("online", "online", "online", "online", "drain", "maintenance"),
                oneIn(30),
                !oneIn(10),
                maybe(40 + random.nextInt(61)),
                maybe(random.nextInt(1001) / 10.0),
                maybe(random.nextDouble() * 100),
                random.nextInt(8),
                random.nextInt(3),
                random.nextInt(2),
                random.nextInt(4),
                oneIn(3) ? 8 : null,
                oneIn(3) ? 3 : null,
                oneIn(4) ? 200 : 100,
                !oneIn(20),
                pick("unknown", "answers", "silent"),
                random.nextInt(40) / 10,
                oneIn(10),
                oneIn(3) ? Map.of("role", "lab", "gpu", "yes", "note", "") : Map.of("role", "office"),
                oneIn(4) ? List.of("lab", "office") : List.of(),
                oneIn(2) ? List.of(new RemoteAppView("cad", "cad", !oneIn(4))) : List.of());
    }

    private boolean oneIn(int many) {
        return random.nextInt(many) == 0;
    }

    private String pick(String... words) {
        return words[random.nextInt(words.length)];
    }

    private <T> @Nullable T maybe(T value) {
        return oneIn(12) ? null : value;
    }

    Question question() {
        UserName user = UserName.parse(pick("alice", "CORP\\bob", "carol@corp.example", "Żółw"));
        List<UserSession> sessions = new ArrayList<>();
        List<LeaseView> leases = new ArrayList<>();
        Map<String, Integer> load = new HashMap<>();
        if (oneIn(4)) {
            String host = "host-" + (1 + random.nextInt(HOSTS));
            sessions.add(
                    new UserSession(host, pick("", "corp", "other"), pick("active", "disconnected"), 1_772_000_000));
            load.put(host, 1);
        }
        if (oneIn(4)) {
            leases.add(new LeaseView(
                    "host-" + (1 + random.nextInt(HOSTS)),
                    pick("", "office", "lab"),
                    "",
                    pick("", "corp"),
                    1_772_445_600.25,
                    oneIn(5),
                    oneIn(2),
                    oneIn(2)));
        }
        return new Question(
                user,
                call(),
                sessions,
                leases,
                load,
                oneIn(6) ? Set.of("host-3") : Set.of(),
                oneIn(6) ? Set.of("host-1", "host-4") : Set.of(),
                random.nextInt(10_080),
                random.nextLong());
    }

    private CallView call() {
        return new CallView(
                pick("", "", "desk", "cad", "old", "unknown"),
                pick("", "", "office", "lab", "closed", "nowhere"),
                pick("", "12"),
                pick("", "cad"),
                "",
                oneIn(2) ? Set.of(pick("cad", "guest", "board"), "users") : Set.of(),
                "192.0.2.7",
                "gateway-1");
    }

    Decision decide(Question question) {
        return engine.decide(question);
    }

    List<Verdict> verdicts() {
        return List.copyOf(engine.verdicts());
    }

    @Override
    public void close() {
        engine.close();
    }
}
