package io.drover.benchmarks.load;

import io.drover.file.TextFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Somebody who changes a number in a rule again and again, in a copy of the rules. Safe for use by many threads. */
final class RuleEdits implements AutoCloseable {

    private static final String FILE = "score.drl";
    private static final String NUMBER = "-20 * $sessions";

    private final Path folder;
    private final String shipped;
    private final AtomicLong made = new AtomicLong();
    private final ScheduledExecutorService editor = Executors.newSingleThreadScheduledExecutor();

    private RuleEdits(Path folder, String shipped) {
        this.folder = folder;
        this.shipped = shipped;
    }

    /** Copies the rules of one folder, and those of its folders, to another. */
    static RuleEdits copy(Path rules, Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(rules)) {
            files = all.filter(path -> path.toString().endsWith(".drl") && !path.startsWith(rules.resolve("examples")))
                    .toList();
        }
        for (Path file : files) {
            Path copy = folder.resolve(rules.relativize(file));
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
        String shipped = Files.readString(folder.resolve(FILE));
        if (!shipped.contains(NUMBER)) {
            throw new IOException(FILE + " does not have " + NUMBER + ", which is to be changed");
        }
        return new RuleEdits(folder, shipped);
    }

    Path folder() {
        return folder;
    }

    /** How many changes there were. */
    long made() {
        return made.get();
    }

    /** Changes it every so many seconds from now on, each time to a number that was not there before. */
    void every(int seconds) {
        var unused = editor.scheduleWithFixedDelay(this::edit, seconds, seconds, TimeUnit.SECONDS);
    }

    private void edit() {
        long number = 21 + made.incrementAndGet();
        try {
            TextFile.write(folder.resolve(FILE), shipped.replace(NUMBER, "-" + number + " * $sessions"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        editor.shutdownNow();
    }
}
