package io.drover.guacamole;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the broker publishes, user by user. While it does not answer, a user sees what was there last time; who logs in
 * for the first time sees nothing.
 */
final class PublishedResources {

    private static final Logger LOG = LoggerFactory.getLogger(PublishedResources.class);

    /** A login waits for it. */
    private static final int MOST_MILLIS = 1_000;

    private static final int MOST_USERS = 2_000;
    private static final int MOST_RESOURCES = 1_000;

    private final Brokers brokers;
    private final Map<List<String>, List<PublishedResource>> last =
            new LinkedHashMap<List<String>, List<PublishedResource>>(16, 0.75f, true) {

                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<List<String>, List<PublishedResource>> eldest) {
                    return size() > MOST_USERS;
                }
            };

    PublishedResources(Brokers brokers) {
        this.brokers = brokers;
    }

    /** The resources of a user, in the broker's order. */
    List<PublishedResource> of(Person person) {
        List<String> user = new ArrayList<>(Collections.singletonList(person.name()));
        user.addAll(person.groups());
        try {
            Reply reply =
                    brokers.post("/api/v1/broker/resources", json(person), PublishedResources::isAnswer, MOST_MILLIS);
            if (reply.ok()) {
                List<PublishedResource> now = read(reply.object());
                synchronized (last) {
                    last.put(user, now);
                }
                return now;
            }
            LOG.warn("The broker answers {} when it is asked what it publishes.", reply);
        } catch (BrokerAwayException e) {
            LOG.debug("What the broker publishes is not known: {}", e.getMessage());
        }
        synchronized (last) {
            return last.getOrDefault(user, Collections.emptyList());
        }
    }

    private static String json(Person person) {
        JsonObject json = new JsonObject();
        json.addProperty("username", person.name());
        JsonArray groups = new JsonArray();
        person.groupsThatFit().forEach(groups::add);
        json.add("groups", groups);
        return json.toString();
    }

    private static boolean isAnswer(JsonObject json) {
        JsonElement items = json.get("items");
        return items != null && items.isJsonArray();
    }

    private static List<PublishedResource> read(JsonObject json) {
        List<PublishedResource> resources = new ArrayList<>();
        for (JsonElement item : json.getAsJsonArray("items")) {
            boolean named = item.isJsonObject()
                    && !Json.text(item.getAsJsonObject(), "id").isEmpty();
            if (named && resources.size() < MOST_RESOURCES) {
                resources.add(PublishedResource.read(item.getAsJsonObject()));
            }
        }
        return Collections.unmodifiableList(resources);
    }
}
