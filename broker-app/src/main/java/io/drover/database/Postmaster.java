package io.drover.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The process that a cluster's {@code postmaster.pid} names. */
record Postmaster(Path cluster, PostgresPrograms programs) {
    private static final Logger log = LoggerFactory.getLogger(Postmaster.class);
    private static final int STATUS_LINE = 7;

    /** Whether the server says of itself that it accepts connections. */
    boolean ready(long pid) {
        List<String> lines = lines();
        return lines.size() > STATUS_LINE
                && lines.get(0).strip().equals(Long.toString(pid))
                && lines.get(STATUS_LINE).strip().equals("ready");
    }

    /**
     * Stops a server that outlived its broker. A process that is not a PostgreSQL server on this very data is never
     * signalled: the file that names it is a left-over, and is deleted.
     */
    void stopOrphan() {
        Optional<ProcessHandle> process = process();
        if (process.isEmpty()) {
            return;
        }
        if (serves(process.get())) {
            log.warn(
                    "Stopping the PostgreSQL server {} that an earlier broker left behind",
                    process.get().pid());
            stop();
        } else {
            log.warn(
                    "Deleting {}: process {} is not its server",
                    file(),
                    process.get().pid());
            deleteFile();
        }
    }

    /** Ends the server's sessions and stops it; at once, with a recovery at the next start, if that takes too long. */
    void stop() {
        PostgresPrograms.Outcome fast = stop("fast");
        if (fast.exit() != 0 && process().filter(this::serves).isPresent()) {
            log.warn("PostgreSQL does not stop, stopping it at once: {}", fast.output());
            PostgresPrograms.Outcome immediate = stop("immediate");
            if (immediate.exit() != 0) {
                throw new DatabaseException(
                        "The PostgreSQL server on %s does not stop: %s".formatted(cluster, immediate.output()));
            }
        }
    }

    private PostgresPrograms.Outcome stop(String mode) {
        return programs.run("pg_ctl", List.of("stop", "-D", cluster.toString(), "-m", mode, "-w", "-t", "10"));
    }

    private Optional<ProcessHandle> process() {
        List<String> lines = lines();
        try {
            return lines.isEmpty()
                    ? Optional.empty()
                    : ProcessHandle.of(Long.parseLong(lines.get(0).strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private boolean serves(ProcessHandle process) {
        ProcessHandle.Info info = process.info();
        boolean postgres = info.command()
                .filter(command -> Path.of(command).endsWith("postgres"))
                .isPresent();
        boolean onThisData = info.arguments()
                .filter(arguments -> Arrays.asList(arguments).contains(cluster.toString()))
                .isPresent();
        return postgres && (onThisData || worksIn(process.pid()));
    }

    /** A server works in its data folder, under whatever name that folder goes by now. */
    private boolean worksIn(long pid) {
        try {
            return Files.isSameFile(Path.of("/proc", Long.toString(pid), "cwd"), cluster);
        } catch (IOException e) {
            return false;
        }
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(file());
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new DatabaseException("The file %s cannot be read: %s".formatted(file(), e), e);
        }
    }

    private void deleteFile() {
        try {
            Files.deleteIfExists(file());
        } catch (IOException e) {
            throw new DatabaseException("The file %s cannot be deleted: %s".formatted(file(), e), e);
        }
    }

    private Path file() {
        return cluster.resolve("postmaster.pid");
    }
}
