package io.drover.guacamole;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.io.GuacamoleReader;
import org.apache.guacamole.io.GuacamoleWriter;
import org.apache.guacamole.io.ReaderGuacamoleReader;
import org.apache.guacamole.io.WriterGuacamoleWriter;
import org.apache.guacamole.net.GuacamoleTunnel;
import org.apache.guacamole.net.InetGuacamoleSocket;
import org.apache.guacamole.net.SimpleGuacamoleTunnel;
import org.apache.guacamole.protocol.ConfiguredGuacamoleSocket;
import org.apache.guacamole.protocol.GuacamoleConfiguration;
import org.apache.guacamole.protocol.GuacamoleInstruction;

/**
 * A guacd that speaks the real protocol and reaches no host. What happens then is a script by the name of the host;
 * hosts without one are refused, as guacd 1.6.0 says it.
 */
final class FakeGuacd implements AutoCloseable {

    /** What guacd says after it has taken a connection; when it returns, guacd hangs up. */
    interface Script {
        void play(Stage stage) throws GuacamoleException, IOException, InterruptedException;
    }

    private static final List<String> PARAMETERS = List.of(
            "VERSION_1_5_0",
            "hostname",
            "port",
            "username",
            "password",
            "remote-app",
            "remote-app-dir",
            "remote-app-args");

    private final ServerSocket listener;
    private final Map<String, Script> scripts = new ConcurrentHashMap<>();
    private final List<Map<String, String>> reached = new CopyOnWriteArrayList<>();

    FakeGuacd() throws IOException {
        listener = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Connects to the host of a placement, as a connection with its token would. */
    GuacamoleTunnel open(Placement placement) throws GuacamoleException {
        GuacamoleConfiguration configuration = new GuacamoleConfiguration();
        configuration.setProtocol("rdp");
        configuration.setParameter("hostname", placement.tokens().get("SESSIONGUARD_HOST"));
        return new SimpleGuacamoleTunnel(
                new ConfiguredGuacamoleSocket(new InetGuacamoleSocket("127.0.0.1", port()), configuration));
    }

    /** From now on this is what happens at a host. */
    void at(String host, Script script) {
        scripts.put(host, script);
    }

    /** The parameters of all connections to hosts whose names start so, in order. */
    List<Map<String, String>> reached(String start) {
        return reached.stream()
                .filter(parameters -> parameters.getOrDefault("hostname", "").startsWith(start))
                .toList();
    }

    /** The desktop appears, and stays until the user leaves. */
    static void desktop(Stage stage) throws GuacamoleException {
        stage.say("sync", "1", "0");
        stage.say("size", "0", "640", "480");
        stage.say("rect", "0", "0", "0", "640", "480");
        stage.say("sync", "2", "1");
        stage.untilTheUserLeaves();
    }

    /** The host refuses; the way guacd 1.6.0 tells it. */
    static void refused(Stage stage) throws GuacamoleException {
        stage.say("sync", "1", "0");
        stage.say("error", "Server refused connection (wrong security type?)", "519");
    }

    /** The host refuses; the way guacd 1.5.5 tells it, which has already drawn an empty screen. */
    static void refusedByOlder(Stage stage) throws GuacamoleException {
        stage.say("mouse", "0", "0", "0", "1");
        stage.say("size", "0", "640", "480");
        stage.say("rect", "0", "0", "0", "640", "480");
        refusedWithoutSync(stage);
    }

    private static void refusedWithoutSync(Stage stage) throws GuacamoleException {
        stage.say("error", "Server refused connection (wrong security type?)", "519");
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                daemon(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            Stage stage = new Stage(socket);
            Map<String, String> parameters = stage.handshake();
            reached.add(parameters);
            stage.say("ready", "$" + UUID.randomUUID());
            scripts.getOrDefault(parameters.getOrDefault("hostname", ""), FakeGuacd::refused)
                    .play(stage);
        } catch (IOException | GuacamoleException e) {
            // The user has left in the middle of it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "fake-guacd");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    /** One connection, from guacd's side. */
    static final class Stage {

        private final GuacamoleReader reader;
        private final GuacamoleWriter writer;

        Stage(Socket socket) throws IOException {
            reader = new ReaderGuacamoleReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            writer = new WriterGuacamoleWriter(new OutputStreamWriter(socket.getOutputStream(), UTF_8));
        }

        void say(String opcode, String... arguments) throws GuacamoleException {
            writer.writeInstruction(new GuacamoleInstruction(opcode, arguments));
        }

        /** Reads whatever comes until nothing comes any more. */
        void untilTheUserLeaves() throws GuacamoleException {
            while (reader.readInstruction() != null) {
                // A user's mouse and keys.
            }
        }

        private Map<String, String> handshake() throws GuacamoleException {
            say("args", PARAMETERS.toArray(String[]::new));
            GuacamoleInstruction instruction = reader.readInstruction();
            while (!instruction.getOpcode().equals("connect")) {
                instruction = reader.readInstruction();
            }
            Map<String, String> parameters = new HashMap<>();
            for (int i = 0; i < PARAMETERS.size(); i++) {
                parameters.put(PARAMETERS.get(i), instruction.getArgs().get(i));
            }
            return parameters;
        }
    }
}
