package io.drover.database;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Starts the PostgreSQL programs with what surrounds them: a session of their own (an interrupt typed in the broker's
 * terminal must not stop the server before the broker), a user namespace where the broker runs as root, and the wish to
 * be stopped when the thread that started them dies.
 */
record PostgresPrograms(PostgresBinaries binaries, boolean root) {
    private static final String NO_ROOT = """
            PostgreSQL does not run as root, and this machine does not allow the way around it (unshare -U: %s). Run the \
            broker as an ordinary user, or set database.embedded to false and database.url to a PostgreSQL of your own.""";

    /** The answer of a program that ran to its end. */
    record Outcome(int exit, String output) {}

    /** The command line of a program, its surroundings first. */
    ProcessBuilder command(String program, List<String> arguments) {
        List<String> words = new ArrayList<>();
        if (onPath("setsid")) {
            words.add("setsid");
        }
        if (root) {
            Collections.addAll(words, "unshare", "-U");
        }
        if (onPath("setpriv")) {
            Collections.addAll(words, "setpriv", "--pdeathsig", "INT");
        }
        words.add(binaries.program(program).toString());
        words.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
        environment.put("LC_ALL", "C");
        return builder;
    }

    /** Runs a program to its end and returns what it printed. */
    Outcome run(String program, List<String> arguments) {
        try {
            Process process = command(program, arguments)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Outcome(process.waitFor(), output.strip());
        } catch (IOException e) {
            throw notStarted(program, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException("Interrupted while waiting for " + program, e);
        }
    }

    /** What to say of a program that could not be started at all. */
    DatabaseException notStarted(String program, Throwable cause) {
        String message = root && !onPath("unshare")
                ? NO_ROOT.formatted("no such program")
                : "The PostgreSQL program %s does not start: %s".formatted(program, cause.getMessage());
        return new DatabaseException(message, cause);
    }

    /** What to say of a program that failed with this output. */
    DatabaseException failed(String what, String output) {
        if (output.startsWith("unshare:")) {
            return new DatabaseException(
                    NO_ROOT.formatted(output.substring("unshare:".length()).strip()));
        }
        return new DatabaseException(what + " " + output);
    }

    /** Whether the system has a program of this name. */
    static boolean onPath(String program) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(path)
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
