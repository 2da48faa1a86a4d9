package io.drover;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Collection;
import java.util.Locale;

/**
 * Everything that this process prints, the log with it, from its making until it is closed: also what is printed before
 * a broker sets its log up, which it does with every appender anew, and the log of requests.
 */
final class PrintedLines implements AutoCloseable {

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    PrintedLines() {
        PrintStream both = new PrintStream(printed, true, UTF_8);
        System.setOut(both);
        System.setErr(both);
    }

    String text() {
        return printed.toString(UTF_8);
    }

    boolean tells(String words) {
        return text().contains(words);
    }

    /** In whatever case they would be written. */
    void assertTellNoneOf(Collection<String> secrets) {
        for (String line : text().lines().toList()) {
            String folded = line.toLowerCase(Locale.ROOT);
            assertThat(secrets)
                    .as("told by the line: %s", line)
                    .noneMatch(secret -> folded.contains(secret.toLowerCase(Locale.ROOT)));
        }
    }

    @Override
    public void close() {
        System.setOut(out);
        System.setErr(err);
    }
}
