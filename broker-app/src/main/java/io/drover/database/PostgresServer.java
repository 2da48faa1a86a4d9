package io.drover.database;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running server process on a cluster. */
final class PostgresServer {
    private static final Logger log = LoggerFactory.getLogger(PostgresServer.class);

    /** Long enough for a recovery after a crash. */
    private static final long START_SECONDS = 120;

    private static final long END_SECONDS = 5;

    private static final List<String> SETTINGS = List.of(
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "password_encryption=scram-sha-256",
            "fsync=on",
            "full_page_writes=on",
            "synchronous_commit=on",
            "jit=off",
            "timezone=UTC",
            "log_timezone=UTC",
            "log_checkpoints=off",
            "log_error_verbosity=terse");

    private final PostgresPrograms programs;
    private final Postmaster postmaster;
    private final Path output;
    private final Process process;

    private PostgresServer(PostgresPrograms programs, Postmaster postmaster, Path output, Process process) {
        this.programs = programs;
        this.postmaster = postmaster;
        this.output = output;
        this.process = process;
    }

    /**
     * Starts the server and returns when it accepts connections. It recovers from a crash first where there was one.
     *
     * @param unwanted whether to give up, asked while it starts
     */
    static PostgresServer start(
            PostgresPrograms programs, Postmaster postmaster, int port, Path output, BooleanSupplier unwanted) {
        keepPrevious(output);
        List<String> arguments =
                new ArrayList<>(List.of("-D", postmaster.cluster().toString(), "-p", Integer.toString(port)));
        SETTINGS.forEach(setting -> arguments.addAll(List.of("-c", setting)));
        ProcessBuilder command = programs.command("postgres", arguments)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile());
        Process process = launch(programs, command);
        PostgresServer server = new PostgresServer(programs, postmaster, output, process);
        server.awaitReady(unwanted);
        return server;
    }

    /**
     * Stops the server, with all sessions ended and everything on disk. One that does not listen to that, as it has
     * only just been started, is killed.
     */
    void stop() {
        if (!process.isAlive()) {
            return;
        }
        try {
            postmaster.stop();
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                log.warn("Killing the PostgreSQL server {}, which does not stop", process.pid());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Waits until the server has ended, for whatever reason, and returns its exit code. */
    int awaitEnd() throws InterruptedException {
        return process.waitFor();
    }

    /**
     * Starts the server on a thread that lives as long as the server does: the system stops the server when the thread
     * that started it ends.
     */
    private static Process launch(PostgresPrograms programs, ProcessBuilder command) {
        CompletableFuture<Process> started = new CompletableFuture<>();
        Thread keeper = new Thread(() -> keep(command, started), "postgres");
        keeper.setDaemon(true);
        keeper.start();
        try {
            return started.get();
        } catch (ExecutionException e) {
            throw programs.notStarted("postgres", Objects.requireNonNullElse(e.getCause(), e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException("Interrupted while starting PostgreSQL", e);
        }
    }

    private static void keep(ProcessBuilder command, CompletableFuture<Process> started) {
        try {
            Process process = command.start();
            started.complete(process);
            process.waitFor();
        } catch (IOException | RuntimeException e) {
            started.completeExceptionally(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitReady(BooleanSupplier unwanted) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        try {
            while (!postmaster.ready(process.pid())) {
                if (process.waitFor(10, TimeUnit.MILLISECONDS)) {
                    throw programs.failed("PostgreSQL does not start:", lastWords());
                }
                if (unwanted.getAsBoolean()) {
                    stop();
                    throw new DatabaseException("PostgreSQL was no longer wanted while it started");
                }
                if (System.nanoTime() > deadline) {
                    stop();
                    throw new DatabaseException(
                            "PostgreSQL was not ready after %d s: %s".formatted(START_SECONDS, lastWords()));
                }
            }
        } catch (InterruptedException e) {
            stop();
            Thread.currentThread().interrupt();
            throw new DatabaseException("Interrupted while waiting for PostgreSQL", e);
        }
    }

    /** What the server said last: its fault with the detail, or all where there is none. */
    String lastWords() {
        try {
            List<String> lines = Files.readAllLines(output);
            for (int line = lines.size() - 1; line >= 0; line--) {
                if (lines.get(line).contains(" FATAL: ") || lines.get(line).contains(" PANIC: ")) {
                    return String.join(" ", lines.subList(line, lines.size())).strip();
                }
            }
            return String.join(" ", lines);
        } catch (IOException e) {
            return "its log cannot be read: " + e;
        }
    }

    private static void keepPrevious(Path output) {
        try {
            if (Files.exists(output)) {
                Files.move(output, Path.of(output + ".previous"), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new DatabaseException("The file %s cannot be written: %s".formatted(output, e), e);
        }
    }
}
