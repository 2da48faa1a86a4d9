package io.drover.cli;

import io.drover.scenario.report.RunReport;
import io.drover.scenario.run.ScenarioResult;
import io.drover.scenario.run.ScenarioResult.Event;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs the suites again whenever one of their files is saved, and says what the change did. */
final class TestWatch {

    private static final int LOOK_MILLIS = 50;

    private final Workbench bench;
    private final Reporting reporting;
    private final PrintWriter out;
    private Map<String, ScenarioResult> before = Map.of();

    /** Prints an outcome and tells its exit code. */
    @FunctionalInterface
    interface Reporting {
        int report(Workbench.Outcome outcome) throws IOException, InterruptedException;
    }

    TestWatch(Workbench bench, Reporting reporting, PrintWriter out) {
        this.bench = bench;
        this.reporting = reporting;
        this.out = out;
    }

    /**
     * Goes on until the thread is interrupted; then the exit code is that of the last run.
     *
     * @throws BadFileException when a file or folder is not there from the start
     */
    int run() throws IOException {
        int exit = ExitCode.NOTHING_TO_DO;
        try {
            exit = runOnce();
            while (!Thread.currentThread().isInterrupted()) {
                awaitChange();
                exit = runAgain();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return exit;
    }

    private int runAgain() throws IOException, InterruptedException {
        try {
            return runOnce();
        } catch (BadFileException e) {
            out.println(e.getMessage());
            out.flush();
            return ExitCode.USAGE;
        }
    }

    private int runOnce() throws IOException, InterruptedException {
        Workbench.Outcome outcome = bench.run();
        int exit = reporting.report(outcome);
        if (outcome instanceof Workbench.Ran ran) {
            tellChanges(ran.report());
            out.println("in %d ms; waiting for a change, Ctrl-C ends it"
                    .formatted(ran.report().took().toMillis()));
        } else {
            out.println("waiting for a change, Ctrl-C ends it");
        }
        out.flush();
        return exit;
    }

    /** Waits for a change that is over: editors write a file in more than one go, or put another one in its place. */
    private void awaitChange() throws InterruptedException {
        Map<Path, Workbench.Stamp> last = Map.of();
        while (true) {
            try {
                Map<Path, Workbench.Stamp> now = bench.look();
                if (now.equals(last) && !now.equals(bench.seen())) {
                    return;
                }
                last = now;
            } catch (IOException e) {
                last = Map.of();
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private void tellChanges(RunReport report) {
        Map<String, ScenarioResult> after = new HashMap<>();
        report.results().forEach(result -> after.put(key(result), result));
        if (!before.isEmpty()) {
            report.results().forEach(this::tellChange);
        }
        before = after;
    }

    private void tellChange(ScenarioResult after) {
        ScenarioResult earlier = before.get(key(after));
        if (earlier != null && !text(earlier).equals(text(after))) {
            out.println("changed  " + after.position().file() + ":"
                    + after.position().line() + "  " + after.name());
            out.println("        was " + text(earlier));
            out.println("        is  " + text(after));
        }
    }

    private static String text(ScenarioResult result) {
        String answers = result.events().stream().map(Event::answer).collect(Collectors.joining(" | "));
        return result.status().name().toLowerCase(Locale.ROOT) + (answers.isEmpty() ? "" : ": " + answers);
    }

    private static String key(ScenarioResult result) {
        return result.position().file() + ": " + result.name();
    }
}
