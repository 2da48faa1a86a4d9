package io.drover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The agent of {@code agents/linux} as a process, on a host that is this machine but for its ids, its session and the
 * programs that the agent calls. The session is a process that looks like a VNC server; its viewer is a real
 * connection.
 */
final class LinuxAgent implements AutoCloseable {

    private static final Path SCRIPT =
            Path.of("..", "agents", "linux", "drover-agent").toAbsolutePath().normalize();
    private static final long PATIENCE_SECONDS = 60;

    /** Runs one program and ends with it, as a VNC server that was started for a desktop does. */
    private static final String DESKTOP =
            "import subprocess, sys; subprocess.call([sys.argv[-1], '-c', 'import time; time.sleep(90)'])";

    private final Path python;
    private final Path home;
    private final ServerSocket listener;
    private @Nullable Process desktop;
    private @Nullable Socket viewer;

    LinuxAgent(Path python, Path home, int brokerPort, String name) throws IOException {
        this.python = python;
        this.home = home;
        listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Files.createDirectory(home.resolve("programs"));
        program("zenity", "printf '%s\\n' \"$DISPLAY\" \"$@\"");
        program("vncconfig", "echo \"$@\"");
        program("shutdown", "echo \"$@\"");
        write("enrollment.key", BrokerInstance.ENROLLMENT_KEY);
        write("machine-id", "machine-of-" + name);
        boot("first boot");
        write("agent.conf", """
                [agent]
                broker = http://127.0.0.1:%d
                enrollment_key_file = %2$s/enrollment.key
                state_dir = %2$s/state
                machine_id_file = %2$s/machine-id
                boot_id_file = %2$s/boot-id
                search_path = %2$s/programs
                name = %3$s
                rdp_listen_port = %4$d
                min_disk_free_percent = 0
                min_memory_available_percent = 0
                """.formatted(brokerPort, home, name, listener.getLocalPort()));
    }

    /** The interpreter itself, not what a version manager puts in front of it; empty when there is none. */
    static Optional<Path> python() {
        try {
            Process asked = new ProcessBuilder(
                            "python3", "-c", "import sys; assert sys.version_info >= (3, 9); print(sys.executable)")
                    .redirectErrorStream(true)
                    .start();
            String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return asked.waitFor() == 0 ? Optional.of(Path.of(said)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** What a script says that calls the agent's functions as {@code agent.…}. */
    static String script(Path python, String script, String... arguments) throws IOException, InterruptedException {
        String preamble = """
                import importlib.machinery, importlib.util, os
                loader = importlib.machinery.SourceFileLoader("agent", "%s")
                agent = importlib.util.module_from_spec(importlib.util.spec_from_loader("agent", loader))
                loader.exec_module(agent)
                """.formatted(SCRIPT);
        List<String> command = new ArrayList<>(List.of(python.toString(), "-B", "-c", preamble + script));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private void program(String name, String does) throws IOException {
        Path file = home.resolve("programs").resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + does + " > " + home.resolve(name + ".called") + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private void write(String name, String text) throws IOException {
        Path file = home.resolve(name);
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** The host starts anew. */
    void boot(String bootId) throws IOException {
        write("boot-id", bootId);
    }

    /** What a program was called with, empty when it was not; forgets it. */
    String called(String program) throws IOException {
        Path file = home.resolve(program + ".called");
        String said = Files.exists(file) ? Files.readString(file) : "";
        Files.deleteIfExists(file);
        return said;
    }

    /** The number of a session's display. */
    int display() {
        return listener.getLocalPort();
    }

    /** A user logs on; gives the session's number. */
    long logon() throws IOException {
        Path server = Files.createSymbolicLink(home.resolve("Xvnc"), python);
        String port = Integer.toString(display());
        ProcessBuilder builder =
                new ProcessBuilder(server.toString(), "-c", DESKTOP, ":" + port, "-rfbport", port, python.toString());
        builder.environment().put("DISPLAY", ":" + port);
        desktop = builder.start();
        viewer = new Socket(InetAddress.getLoopbackAddress(), display());
        return desktop.pid();
    }

    /** The user's window is closed. */
    void disconnect() throws IOException {
        if (viewer != null) {
            viewer.close();
        }
        listener.accept().close();
    }

    /** Whether the session is there. */
    boolean inSession() {
        return desktop != null && desktop.isAlive();
    }

    /** The agent's state is gone. */
    void forget() throws IOException {
        Files.delete(home.resolve("state").resolve("identity.json"));
    }

    String kept(String file) throws IOException {
        return Files.readString(home.resolve("state").resolve(file));
    }

    /** Who may read a kept file, as {@code ls} writes it. */
    String permissions(String file) throws IOException {
        return PosixFilePermissions.toString(
                Files.getPosixFilePermissions(home.resolve("state").resolve(file)));
    }

    /**
     * One run of the agent.
     *
     * @param exit how it has to end
     * @return what it said
     */
    String run(int exit, String... arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of(python.toString(), SCRIPT.toString()));
        words.addAll(List.of("--config", home.resolve("agent.conf").toString()));
        words.addAll(List.of(arguments));
        Path said = home.resolve("said");
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(said);
        assertThat(process.exitValue()).as(text).isEqualTo(exit);
        return text;
    }

    @Override
    public void close() throws IOException {
        if (desktop != null) {
            desktop.descendants().forEach(ProcessHandle::destroyForcibly);
            desktop.destroyForcibly();
        }
        if (viewer != null) {
            viewer.close();
        }
        listener.close();
    }
}
