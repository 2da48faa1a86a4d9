package io.drover.guacamole;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.scan.StandardJarScanner;
import org.apache.tomcat.websocket.server.WsSci;

/** Guacamole's whole web application, and a browser that clicks in it. */
final class WebApplication implements AutoCloseable {

    private static final String PASSWORD = "anna's own password";

    private final Tomcat tomcat;
    private final HttpClient http = HttpClient.newHttpClient();

    private WebApplication(Tomcat tomcat) {
        this.tomcat = tomcat;
    }

    /**
     * Starts one with this extension, and the user anna in a file.
     *
     * @param war the web application
     * @param jar the extension
     * @param home an empty folder for its settings
     */
    static WebApplication start(Path war, Path jar, Path home, String properties, String connection)
            throws IOException, LifecycleException {
        Files.createDirectories(home.resolve("extensions"));
        Files.copy(jar, home.resolve("extensions").resolve(jar.getFileName()));
        Files.writeString(home.resolve("guacamole.properties"), properties);
        Files.writeString(home.resolve("user-mapping.xml"), userMapping(connection));
        System.setProperty("guacamole.home", home.toString());
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(home.resolve("tomcat").toString());
        tomcat.setPort(0);
        tomcat.getHost()
                .setAppBase(
                        Files.createDirectories(home.resolve("tomcat/webapps")).toString());
        Context context = tomcat.addWebapp("/guacamole", war.toAbsolutePath().toString());
        context.setParentClassLoader(WebApplication.class.getClassLoader());
        ((StandardJarScanner) context.getJarScanner()).setScanClassPath(false);
        context.addServletContainerInitializer(new WsSci(), null);
        tomcat.getConnector();
        tomcat.start();
        return new WebApplication(tomcat);
    }

    private static String userMapping(String connection) {
        return """
                <user-mapping>
                  <authorize username="anna" password="%s">
                    <connection name="%s">
                      <protocol>rdp</protocol>
                      <param name="hostname">${SESSIONGUARD_HOST}</param>
                      <param name="username">${GUAC_USERNAME}</param>
                      <param name="password">${GUAC_PASSWORD}</param>
                      <param name="remote-app">${SESSIONGUARD_REMOTE_APP}</param>
                    </connection>
                  </authorize>
                </user-mapping>
                """.formatted(PASSWORD, connection);
    }

    /** Logs anna in. */
    JsonObject login() throws IOException, InterruptedException {
        HttpResponse<String> answer = post("/api/tokens", Map.of("username", "anna", "password", PASSWORD));
        return JsonParser.parseString(answer.body()).getAsJsonObject();
    }

    /** The connections that a data source shows. */
    JsonObject connections(String session, String dataSource) throws IOException, InterruptedException {
        String path = "/api/session/data/" + dataSource + "/connections?token=" + session;
        HttpResponse<String> answer =
                http.send(HttpRequest.newBuilder(url("http", path)).build(), BodyHandlers.ofString());
        return JsonParser.parseString(answer.body()).getAsJsonObject();
    }

    /** What is left of a connection over WebSocket: all that came until this instruction, or the reason of the end. */
    String overWebSocket(String session, String dataSource, String connection, String until) throws Exception {
        Seen seen = new Seen(until);
        WebSocket socket = http.newWebSocketBuilder()
                .subprotocols("guacamole")
                .buildAsync(url("ws", "/websocket-tunnel?" + form(click(session, dataSource, connection))), seen)
                .get(20, TimeUnit.SECONDS);
        String all = seen.all.get(20, TimeUnit.SECONDS);
        socket.abort();
        return all;
    }

    /** The answer to a connection over HTTP, and its first instructions if it was made. */
    String overHttp(String session, String dataSource, String connection) throws IOException, InterruptedException {
        HttpResponse<String> tunnel = post("/tunnel?connect", click(session, dataSource, connection));
        if (tunnel.statusCode() != 200) {
            return "status "
                    + tunnel.headers().firstValue("Guacamole-Status-Code").orElse("none");
        }
        String token = tunnel.headers().firstValue("Guacamole-Tunnel-Token").orElse("");
        HttpResponse<java.io.InputStream> read = http.send(
                HttpRequest.newBuilder(url("http", "/tunnel?read:" + tunnel.body() + ":0"))
                        .header("Guacamole-Tunnel-Token", token)
                        .build(),
                BodyHandlers.ofInputStream());
        try (var in = read.body()) {
            return new String(in.readNBytes(40), StandardCharsets.UTF_8);
        }
    }

    private static Map<String, String> click(String session, String dataSource, String connection) {
        return Map.of(
                "token", session,
                "GUAC_DATA_SOURCE", dataSource,
                "GUAC_ID", connection,
                "GUAC_TYPE", "c",
                "GUAC_WIDTH", "640",
                "GUAC_HEIGHT", "480",
                "GUAC_DPI", "96");
    }

    private HttpResponse<String> post(String path, Map<String, String> fields)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(url("http", path))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(form(fields)))
                        .build(),
                BodyHandlers.ofString());
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private URI url(String scheme, String path) {
        return URI.create(scheme + "://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/guacamole" + path);
    }

    @Override
    public void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }

    private static final class Seen implements WebSocket.Listener {

        private final String until;
        private final StringBuilder text = new StringBuilder();
        private final CompletableFuture<String> all = new CompletableFuture<>();

        Seen(String until) {
            this.until = until;
        }

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (text.indexOf(until) >= 0) {
                all.complete(text.toString());
            }
            socket.request(1);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            all.complete("closed " + reason + " after " + text);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            all.completeExceptionally(error);
        }
    }
}
