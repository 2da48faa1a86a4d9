package io.drover.database;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of its own that runs an embedded database until it is killed. */
record BrokerProcess(Process process, ProcessHandle server) implements AutoCloseable {

    /** Starts one and returns when its database is ready. Its programs are looked up on the given path. */
    static BrokerProcess start(Path data, Path binaries, String path) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(List.of(
                java,
                "-cp",
                System.getProperty("java.class.path"),
                BrokerProcess.class.getName(),
                data.toString(),
                binaries.toString()));
        builder.environment().put("PATH", path);
        builder.redirectErrorStream(true);
        Process process = builder.start();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        StringBuilder said = new StringBuilder();
        for (String line = output.readLine(); !"ready".equals(line); line = output.readLine()) {
            if (line == null) {
                throw new IOException("the broker did not start: " + said);
            }
            said.append(line).append('\n');
        }
        Path pidFile = data.resolve("cluster").resolve("postmaster.pid");
        long pid = Long.parseLong(Files.readAllLines(pidFile).get(0).strip());
        return new BrokerProcess(process, ProcessHandle.of(pid).orElseThrow());
    }

    /** Ends the process as {@code kill -9} does: it gets no chance to clean up. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }

    /** Returns when the server writes no more, so that its folder can be deleted. */
    @Override
    public void close() {
        process.destroyForcibly();
        server.destroy();
        server.onExit().orTimeout(10, TimeUnit.SECONDS).join();
    }

    /** The process itself. */
    public static void main(String[] args) throws IOException {
        try (EmbeddedDatabase database = EmbeddedDatabase.start(Path.of(args[0]), Path.of(args[1]), 0)) {
            System.out.println("ready");
            System.err.println(database.url());
            System.out.flush();
            int unused = System.in.read();
        }
    }
}
