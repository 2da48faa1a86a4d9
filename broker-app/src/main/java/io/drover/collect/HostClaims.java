package io.drover.collect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.control.Actor;
import io.drover.control.Change;
import io.drover.control.Maybe;
import io.drover.control.Tokens;
import io.drover.database.FaultLog;
import io.drover.fleet.AgentService;
import io.drover.fleet.ControlChange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shares the hosts of the file out among the instances, makes them agents, and gives those what the file says. What
 * operators set meanwhile stays until the file says something else than before. For one thread.
 */
final class HostClaims {

    private static final Logger LOG = LoggerFactory.getLogger(HostClaims.class);
    private static final Actor COLLECTOR = new Actor("collector");
    private static final String MACHINE = "windows_exporter:";
    private static final int ID_DIGITS = 32;
    private static final int TOKEN_BYTES = 32;
    private static final double MILLIS = 1000;

    private final CollectorDao dao;
    private final AgentService agents;
    private final Consumer<Set<String>> changed;
    private final Tokens tokens;
    private final String instance;
    private final Duration hold;
    private final int atOnce;
    private int turns;

    /**
     * The claims of one instance.
     *
     * @param changed is told which agents are new
     * @param instance tells this instance from others
     * @param hold how long an instance keeps its hosts that does not renew
     * @param atOnce so many hosts are enrolled, and so many given something else, before the claims are renewed
     */
    HostClaims(
            CollectorDao dao,
            AgentService agents,
            Consumer<Set<String>> changed,
            Tokens tokens,
            String instance,
            Duration hold,
            int atOnce) {
        this.dao = dao;
        this.agents = agents;
        this.changed = changed;
        this.tokens = tokens;
        this.instance = instance;
        this.hold = hold;
        this.atOnce = atOnce;
    }

    /**
     * Renews this instance's claims and makes new ones.
     *
     * @return the agents' ids by the names of the hosts that are this instance's from the call on, for {@link #hold}
     */
    Map<String, String> renew(List<CollectedHost> hosts) {
        Map<String, CollectedHost> byName =
                hosts.stream().collect(Collectors.toMap(CollectedHost::name, Function.identity()));
        enrol(byName);
        Map<String, String> held = new HashMap<>();
        List<Gift> due = new ArrayList<>();
        for (CollectorDao.Held one : dao.claim(instance, byName.keySet(), hold.toMillis() / MILLIS)) {
            CollectedHost host = byName.get(one.name());
            if (host != null) {
                held.put(one.name(), one.agentId());
                Gift gift = new Gift(host, one, json(host.settings()));
                if (gift.isDue()) {
                    due.add(gift);
                }
            }
        }
        give(due);
        return Map.copyOf(held);
    }

    /** How long the hosts that {@link #renew} gives are this instance's. */
    Duration hold() {
        return hold;
    }

    /** Others have their turn next time, so that those that are refused bar nobody. */
    private void give(List<Gift> due) {
        due.sort(Comparator.comparing(gift -> gift.held().name()));
        Collections.rotate(due, -atOnce * turns);
        turns = due.size() > atOnce ? turns + 1 : 0;
        due.stream().limit(atOnce).forEach(gift -> guarded(gift.host(), () -> give(gift)));
    }

    /** Leaves all hosts to the others. */
    void leave() {
        dao.leave(instance);
    }

    private void enrol(Map<String, CollectedHost> byName) {
        List<String> unknown = byName.isEmpty() ? List.of() : dao.unknown(byName.keySet());
        unknown.stream()
                .limit(atOnce)
                .forEach(name ->
                        Optional.ofNullable(byName.get(name)).ifPresent(host -> guarded(host, () -> enrol(host))));
    }

    /** What one host's settings come to must not keep the others from being scraped. */
    private static void guarded(CollectedHost host, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            FaultLog.tell(LOG, host.name() + " cannot be given what the file of hosts says", e);
        }
    }

    private void enrol(CollectedHost host) {
        CollectedHost.Settings settings = host.settings();
        dao.enrol(
                        sha256(MACHINE + host.name()).substring(0, ID_DIGITS),
                        MACHINE + host.name(),
                        sha256(tokens.next(TOKEN_BYTES)),
                        host.name(),
                        settings.address(),
                        settings.port(),
                        json(settings).path("tags"),
                        settings.farmIds(),
                        json(settings),
                        COLLECTOR.name(),
                        "enroll")
                .ifPresent(agentId -> {
                    LOG.info("{} is agent {} from now on and is scraped", host.name(), agentId);
                    changed.accept(Set.of(agentId));
                });
    }

    /**
     * What the file says of a host, and what it said before.
     *
     * @param wanted the settings as they are kept
     */
    private record Gift(CollectedHost host, CollectorDao.Held held, JsonNode wanted) {

        boolean isDue() {
            return !wanted.equals(held.settings());
        }
    }

    /** Gives an agent what the file says anew, and nothing that it said before already. */
    private void give(Gift gift) {
        CollectedHost host = gift.host();
        JsonNode wanted = gift.wanted();
        JsonNode before = gift.held().settings();
        CollectedHost.Settings settings = host.settings();
        ControlChange change = new ControlChange(
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                isNew("tags", wanted, before) ? Maybe.of(settings.tags()) : Maybe.absent(),
                isNew("farm_ids", wanted, before) ? Maybe.of(settings.farmIds()) : Maybe.absent(),
                Maybe.absent(),
                isNew("address", wanted, before) ? Maybe.of(settings.address()) : Maybe.absent(),
                isNew("port", wanted, before) ? new Maybe<>(true, settings.port()) : Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                Maybe.absent(),
                false);
        Change<?> outcome = agents.control(gift.held().agentId(), change, null, COLLECTOR);
        if (outcome instanceof Change.Refused<?> refused) {
            LOG.warn("{} cannot be given what the file of hosts says: {}", host.name(), refused.refusal());
        } else {
            dao.given(host.name(), wanted);
        }
    }

    private static boolean isNew(String key, JsonNode wanted, JsonNode before) {
        return !wanted.path(key).equals(before.path(key));
    }

    private static ObjectNode json(CollectedHost.Settings settings) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("address", settings.address());
        json.put("port", settings.port());
        ArrayNode farms = json.putArray("farm_ids");
        settings.farmIds().forEach(farms::add);
        ObjectNode tags = json.putObject("tags");
        new TreeMap<>(settings.tags()).forEach(tags::put);
        return json;
    }

    private static String sha256(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
