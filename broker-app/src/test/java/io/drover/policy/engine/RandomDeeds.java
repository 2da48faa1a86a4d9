package io.drover.policy.engine;

import io.drover.identity.UserName;
import io.drover.policy.Question;
import io.drover.policy.Question.UserSession;
import io.drover.policy.engine.Deed.Asks;
import io.drover.policy.engine.Deed.PutFarm;
import io.drover.policy.engine.Deed.PutHost;
import io.drover.policy.engine.Deed.PutResource;
import io.drover.policy.engine.Deed.PutSettings;
import io.drover.policy.engine.Deed.RemoveFarm;
import io.drover.policy.engine.Deed.RemoveHost;
import io.drover.policy.engine.Deed.RemoveResource;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.AgentView.RemoteAppView;
import io.drover.policy.fact.CallView;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.LeaseView;
import io.drover.policy.fact.ResourceView;
import io.drover.policy.fact.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Deeds drawn at random from a small world, where the same hosts, farms and users meet again and again. */
final class RandomDeeds {

    private static final List<String> HOSTS = List.of("a", "b", "c", "d", "e", "f", "g");
    private static final List<String> FARMS = List.of("red", "blue", "green");
    private static final List<String> RESOURCES = List.of("word", "excel", "desk");
    private static final List<String> DOMAINS = List.of("", "", "corp", "other");

    private final Random random;

    RandomDeeds(Random random) {
        this.random = random;
    }

    Deed next() {
        int kind = random.nextInt(100);
        if (kind < 35) {
            return new Asks(question());
        }
        if (kind < 72) {
            return new PutHost(host());
        }
        if (kind < 79) {
            return new RemoveHost(one(HOSTS));
        }
        if (kind < 87) {
            return new PutFarm(farm());
        }
        if (kind < 89) {
            return new RemoveFarm(one(FARMS));
        }
        if (kind < 95) {
            return new PutResource(resource());
        }
        return kind < 97 ? new RemoveResource(one(RESOURCES)) : new PutSettings(settings());
    }

    private Settings settings() {
        return new Settings(one(List.of("", "red", "blue")), often(), often(), often(), one(List.of(0, 50, 60, 100)));
    }

    private AgentView host() {
        String id = one(HOSTS);
        return new AgentView(
                id,
                id,
                one(List.of("", "east", "west")),
                one(List.of("online", "online", "online", "drain", "maintenance")),
                rarely(),
                often(),
                maybe(() -> one(List.of(0, 40, 59, 60, 90, 100))),
                maybe(() -> one(List.of(0.0, 0.1, 33.3, 99.0, 100.0))),
                maybe(() -> one(List.of(0.0, 12.7, 50.0, 100.0))),
                random.nextInt(4),
                random.nextInt(3),
                random.nextInt(2),
                random.nextInt(3),
                rarely() ? Integer.valueOf(random.nextInt(6)) : null,
                rarely() ? Integer.valueOf(1 + random.nextInt(2)) : null,
                one(List.of(50, 100, 100, 200)),
                often(),
                one(List.of("unknown", "answers", "answers", "silent", "not-rdp")),
                rarely() ? random.nextInt(5) : 0,
                rarely(),
                tags(),
                some(FARMS),
                some(RESOURCES).stream()
                        .map(r -> new RemoteAppView(rarely() ? "" : r, r, often()))
                        .toList());
    }

    private Map<String, String> tags() {
        Map<String, String> tags = new HashMap<>();
        if (random.nextBoolean()) {
            tags.put("rack", one(List.of("r1", "r2")));
        }
        if (random.nextBoolean()) {
            tags.put("gpu", one(List.of("yes", "no")));
        }
        return tags;
    }

    private FarmView farm() {
        return new FarmView(
                one(FARMS),
                often(),
                rarely() ? some(HOSTS) : List.of(),
                rarely() ? Map.of("rack", one(List.of("r1", "r2"))) : Map.of(),
                one(List.of("score", "score", "least-sessions", "most-sessions", "least-load", "most-load", "random")),
                rarely(),
                one(List.of(0, 50, 60, 90)));
    }

    private ResourceView resource() {
        String id = one(RESOURCES);
        return new ResourceView(
                id,
                one(List.of("desktop", "remoteapp")),
                one(List.of("", "red", "blue")),
                one(List.of("", "7", "8")),
                one(List.of("", "office", "lab")),
                one(List.of("", "pg")),
                id,
                random.nextBoolean(),
                Set.of(),
                often());
    }

    private Question question() {
        return new Question(
                new UserName(one(List.of("alice", "bob")), one(DOMAINS)),
                call(),
                many(random.nextInt(4), this::session),
                many(random.nextInt(4), this::lease),
                load(),
                rarely() ? new HashSet<>(some(HOSTS)) : Set.of(),
                rarely() ? new HashSet<>(some(HOSTS)) : Set.of(),
                random.nextInt(10_080),
                random.nextInt(1000));
    }

    private CallView call() {
        return new CallView(
                rarely() ? one(RESOURCES) : "",
                random.nextBoolean() ? one(List.of("red", "blue", "green", "ghost")) : "",
                rarely() ? one(List.of("7", "8", "9")) : "",
                rarely() ? one(List.of("office", "lab", "none")) : "",
                one(List.of("", "pg", "my")),
                random.nextBoolean() ? Set.of("cad") : Set.of(),
                "",
                "");
    }

    private UserSession session() {
        return new UserSession(
                one(HOSTS),
                one(DOMAINS),
                one(List.of("active", "connected", "disconnected", "listen")),
                one(List.of(0L, 100L, 200L)));
    }

    private LeaseView lease() {
        return new LeaseView(
                one(HOSTS),
                one(List.of("", "red", "blue")),
                one(List.of("", "", "word")),
                one(DOMAINS),
                one(List.of(100.0, 200.0, 300.5)),
                rarely(),
                random.nextBoolean(),
                random.nextBoolean());
    }

    private Map<String, Integer> load() {
        Map<String, Integer> load = new HashMap<>();
        some(HOSTS).forEach(id -> load.put(id, 1 + random.nextInt(2)));
        return load;
    }

    private <T> @Nullable T maybe(Supplier<T> value) {
        return random.nextInt(8) == 0 ? null : value.get();
    }

    private boolean often() {
        return random.nextInt(6) != 0;
    }

    private boolean rarely() {
        return random.nextInt(5) == 0;
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private List<String> some(List<String> of) {
        return of.stream().filter(x -> random.nextInt(3) == 0).toList();
    }

    private static <T> List<T> many(int count, Supplier<T> one) {
        List<T> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(one.get());
        }
        return all;
    }
}
