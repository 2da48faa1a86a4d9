package io.drover.guacamole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Sets the broker up, over HTTP: farms, hosts, resources. */
final class Operator {

    private static final Gson JSON = new Gson();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final URI broker;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, Machine> machines = new ConcurrentHashMap<>();

    /** What a host shows to the broker, and how busy it is. */
    private record Machine(String id, String token, int cpu) {}

    Operator(URI broker) {
        this.broker = broker;
    }

    /** A farm with a desktop of the same name, and idle hosts of which the first is the best. */
    void farm(String farm, String... hosts) {
        send("POST", "/api/v1/farms", Map.of("id", farm));
        desktop(farm, farm);
        for (int i = 0; i < hosts.length; i++) {
            host(farm, hosts[i], 10 + 20 * i);
        }
        awaitEligible(farm, hosts.length);
    }

    /** A desktop that is found by its id, and by a connection of the same name. */
    void desktop(String id, String farm) {
        resource(Map.of("id", id, "farm_id", farm, "guacamole_connection_name", id));
    }

    void resource(Map<String, ?> resource) {
        send("POST", "/api/v1/resources", resource);
    }

    /** Lets nobody into a farm any more. */
    void closeFarm(String farm) {
        send("PUT", "/api/v1/farms/" + farm, Map.of("id", farm, "enabled", false));
    }

    /** Says where a host is reached. */
    void address(String host, String address, int port) {
        send("PATCH", "/api/v1/agents/" + machine(host).id() + "/control", Map.of("address", address, "port", port));
    }

    private void host(String farm, String host, int cpu) {
        JsonObject agent = send(
                "POST",
                "/api/v1/agents/enroll",
                Map.of(
                        "enrollment_token",
                        BrokerProcess.ENROLLMENT_KEY,
                        "name",
                        host,
                        "machine_id",
                        "machine-" + host));
        String id = agent.get("agent_id").getAsString();
        Machine machine = new Machine(id, agent.get("token").getAsString(), cpu);
        machines.put(host, machine);
        send("PATCH", "/api/v1/agents/" + id + "/control", Map.of("farm_ids", List.of(farm)));
        report(host);
    }

    private Machine machine(String host) {
        return Objects.requireNonNull(machines.get(host), host);
    }

    private void report(String host) {
        Machine machine = machine(host);
        call(request("POST", "/api/v1/agents/heartbeat", heartbeat(host, machine.cpu()))
                .header("X-Agent-ID", machine.id())
                .header("Authorization", "Bearer " + machine.token()));
    }

    /** Lets hosts of a farm report every few seconds, until it is closed. */
    Reporting reporting(List<String> hosts) {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "hosts");
            thread.setDaemon(true);
            return thread;
        });
        var unused = clock.scheduleWithFixedDelay(() -> hosts.forEach(this::report), 5, 5, TimeUnit.SECONDS);
        return clock::shutdownNow;
    }

    /** Hosts that go on reporting. */
    interface Reporting extends AutoCloseable {
        @Override
        void close();
    }

    private static Map<String, ?> heartbeat(String host, int cpu) {
        return Map.of(
                "protocol_version",
                4,
                "server",
                Map.of(
                        "hostname",
                        host,
                        "cpu_percent",
                        cpu,
                        "memory_total",
                        32_000_000_000L,
                        "memory_available",
                        24_000_000_000L),
                "health",
                Map.of("score", 100, "rdp_listener_ok", true),
                "sessions",
                List.of());
    }

    private void awaitEligible(String farm, int count) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> assertThat(eligible(farm)).isEqualTo(count));
    }

    private long eligible(String farm) {
        JsonObject told = JsonParser.parseString(
                        call(request("POST", "/api/v1/broker/explain", Map.of("username", "probe", "farm_id", farm))
                                .header("Authorization", "Bearer " + BrokerProcess.ADMIN_KEY)))
                .getAsJsonObject();
        return told.getAsJsonArray("agents").asList().stream()
                .filter(agent -> agent.getAsJsonObject().has("rank"))
                .count();
    }

    private JsonObject send(String method, String path, Map<String, ?> body) {
        String answer = call(request(method, path, body).header("Authorization", "Bearer " + BrokerProcess.ADMIN_KEY));
        return JsonParser.parseString(answer).getAsJsonObject();
    }

    private HttpRequest.Builder request(String method, String path, Map<String, ?> body) {
        return HttpRequest.newBuilder(broker.resolve(path))
                .method(method, BodyPublishers.ofString(JSON.toJson(body)))
                .header("Content-Type", "application/json");
    }

    private String call(HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 204);
            return answer.body();
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
