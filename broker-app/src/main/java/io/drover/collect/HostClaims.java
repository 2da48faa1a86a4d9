package io.drover.collect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.control.Actor;
import io.drover.control.Change;
import io.drover.control.Maybe;
import io.drover.control.Tokens;
import io.drover.database.SqlState;
import io.drover.fleet.AgentService;
import io.drover.fleet.ControlChange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
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

    /** How long an instance keeps its hosts that does not renew. */
    static final Duration HOLD = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(HostClaims.class);
    private static final Actor COLLECTOR = new Actor("collector");
    private static final String MACHINE = "windows_exporter:";
    private static final int ID_DIGITS = 32;
    private static final int TOKEN_BYTES = 32;
    private static final int ENROLLED_AT_ONCE = 100;
    private static final double MILLIS = 1000;

    private final CollectorDao dao;
    private final AgentService agents;
    private final Consumer<Set<String>> changed;
    private final Tokens tokens;
    private final String instance;

    /**
     * The claims of one instance.
     *
     * @param changed is told which agents are new
     * @param instance tells this instance from others
     */
    HostClaims(CollectorDao dao, AgentService agents, Consumer<Set<String>> changed, Tokens tokens, String instance) {
        this.dao = dao;
        this.agents = agents;
        this.changed = changed;
        this.tokens = tokens;
        this.instance = instance;
    }

    /**
     * Renews this instance's claims and makes new ones.
     *
     * @return the agents' ids by the names of the hosts that are this instance's for {@link #HOLD} from the call on
     */
    Map<String, String> renew(List<CollectedHost> hosts) {
        Map<String, CollectedHost> byName =
                hosts.stream().collect(Collectors.toMap(CollectedHost::name, Function.identity()));
        enrol(byName);
        Map<String, String> held = new HashMap<>();
        for (CollectorDao.Held one : dao.claim(instance, byName.keySet(), HOLD.toMillis() / MILLIS)) {
            CollectedHost host = byName.get(one.name());
            if (host != null) {
                held.put(one.name(), one.agentId());
                guarded(host, () -> give(host, one));
            }
        }
        return Map.copyOf(held);
    }

    /** Leaves all hosts to the others. */
    void leave() {
        dao.leave(instance);
    }

    private void enrol(Map<String, CollectedHost> byName) {
        List<String> unknown = byName.isEmpty() ? List.of() : dao.unknown(byName.keySet());
        unknown.stream()
                .limit(ENROLLED_AT_ONCE)
                .forEach(name ->
                        Optional.ofNullable(byName.get(name)).ifPresent(host -> guarded(host, () -> enrol(host))));
    }

    /** What one host's settings come to must not keep the others from being scraped. */
    private static void guarded(CollectedHost host, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            LOG.warn("{} cannot be given what the file of hosts says: {}", host.name(), SqlState.reason(e));
            LOG.debug("The failure", e);
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

    /** Gives an agent what the file says anew, and nothing that it said before already. */
    private void give(CollectedHost host, CollectorDao.Held held) {
        JsonNode wanted = json(host.settings());
        JsonNode before = held.settings();
        if (wanted.equals(before)) {
            return;
        }
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
        Change<?> outcome = agents.control(held.agentId(), change, null, COLLECTOR);
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
