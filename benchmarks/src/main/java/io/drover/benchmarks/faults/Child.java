package io.drover.benchmarks.faults;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A process of the run. It ends with the run, however that ends, where the system can arrange it. */
final class Child {

    private final Process process;

    private Child(Process process) {
        this.process = process;
    }

    /**
     * Starts one on a thread that lives as long as it does: what ends it with its parent looks at that thread.
     *
     * @param output where it writes to, after what is there
     */
    static Child start(List<String> command, Map<String, String> environment, Path output) {
        List<String> words = new ArrayList<>();
        if (onPath("setpriv")) {
            words.addAll(List.of("setpriv", "--pdeathsig", "KILL"));
        }
        words.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        builder.environment().putAll(environment);
        CompletableFuture<Process> started = new CompletableFuture<>();
        Thread keeper = new Thread(() -> keep(builder, started), "keeper of " + command.get(0));
        keeper.setDaemon(true);
        keeper.start();
        return new Child(started.join());
    }

    private static void keep(ProcessBuilder builder, CompletableFuture<Process> started) {
        try {
            Process process = builder.start();
            started.complete(process);
            process.waitFor();
        } catch (IOException e) {
            started.completeExceptionally(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static boolean onPath(String program) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Sends a signal, for example STOP. */
    void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new IllegalStateException("no signal could be sent", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends a signal and waits for the end; kills what takes longer than ten seconds. */
    void end(String signal) {
        signal(signal);
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
