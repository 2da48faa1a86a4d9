package io.drover.guacamole;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The placements that this Guacamole uses. The broker is told of the open ones now and then, so that it can forget
 * those of a Guacamole that is gone, and learns of those whose report it missed.
 */
final class OpenPlacements {

    private static final Logger LOG = LoggerFactory.getLogger(OpenPlacements.class);
    private static final int MOST_MILLIS = 2_500;

    private final Map<String, Set<PlacementLife>> lives = new HashMap<>();
    private volatile boolean told;

    synchronized void add(PlacementLife life) {
        lives.computeIfAbsent(life.decisionId(), unused -> new HashSet<>()).add(life);
    }

    /** Forgets one; says whether no other connection uses the same placement. */
    synchronized boolean removeLast(PlacementLife life) {
        Set<PlacementLife> others = lives.getOrDefault(life.decisionId(), Collections.emptySet());
        others.remove(life);
        if (others.isEmpty()) {
            lives.remove(life.decisionId());
        }
        return others.isEmpty();
    }

    private synchronized List<PlacementLife> all() {
        List<PlacementLife> all = new ArrayList<>();
        lives.values().forEach(all::addAll);
        return all;
    }

    /** Closes what has died without a word, and tells the broker what is open; never throws. */
    void announce(Brokers brokers, String nodeId) {
        try {
            SortedSet<String> open = open();
            if (open.isEmpty() && !told) {
                return;
            }
            Reply reply = brokers.post(
                    "/api/v1/broker/placements/open", json(open, nodeId), answer -> answer.has("open"), MOST_MILLIS);
            told = !open.isEmpty() || !reply.ok();
        } catch (BrokerAwayException e) {
            LOG.debug("The broker was not told what is open: {}", e.getMessage());
        } catch (RuntimeException | Error e) {
            // An error too: what is done every half minute ends for good when it throws.
            LOG.warn("The broker was not told what is open", e);
        }
    }

    private SortedSet<String> open() {
        SortedSet<String> open = new TreeSet<>();
        for (PlacementLife life : all()) {
            if (life.dead()) {
                life.closed();
            } else if (life.isOpen()) {
                open.add(life.decisionId());
            }
        }
        return open;
    }

    private static String json(SortedSet<String> open, String nodeId) {
        JsonObject json = new JsonObject();
        json.addProperty("node_id", nodeId);
        JsonArray ids = new JsonArray();
        open.forEach(ids::add);
        json.add("decision_ids", ids);
        return json.toString();
    }
}
