package io.drover.demo;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What every part of the demo plays on.
 *
 * @param api the broker
 * @param fleet the hosts
 * @param shown gets every placement when it is made
 */
record Stage(BrokerApi api, DemoFleet fleet, Consumer<Placement> shown) {

    /** A user clicks a connection, and a gateway asks for a host. */
    void click(String step, String user, Connection connection, Expected expected) {
        shown.accept(new Placer(api, fleet).resolve(step, user, connection, expected));
    }

    /** A user clicks a connection, and a gateway asks for its tokens. */
    void clickForTokens(String step, String user, Connection connection, Expected expected) {
        shown.accept(new Placer(api, fleet).tokens(step, user, connection, expected));
    }

    /** An operator makes a farm. */
    void createFarm(String id, String name, Map<String, Object> members) {
        Map<String, Object> farm = new LinkedHashMap<>(members);
        farm.put("id", id);
        farm.put("name", name);
        api.operator("POST", "/api/v1/farms", farm).expectGood();
    }

    /** An operator publishes a desktop of a farm. */
    void publish(String id, Connection connection, String farmId) {
        publish(id, connection, farmId, Map.of());
    }

    /** An operator publishes what else there is of a farm. */
    void publish(String id, Connection connection, String farmId, Map<String, Object> details) {
        Map<String, Object> resource = new LinkedHashMap<>(details);
        resource.put("id", id);
        resource.put("name", connection.label());
        resource.put("farm_id", farmId);
        resource.put("guacamole_connection_name", connection.label());
        api.operator("POST", "/api/v1/resources", resource).expectGood();
    }
}
