package io.drover.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExporterIT {

    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
    private final Exporter exporter = new Exporter(threads, threads);
    private final ServedExporter served = new ServedExporter();

    @AfterEach
    void stop() {
        served.close();
        threads.shutdownNow();
    }

    private Answer ask(String url, String authorization) throws Exception {
        ScrapedTarget target =
                new ScrapedTarget(URI.create(url), Duration.ofSeconds(1), Duration.ofMillis(500), authorization, "");
        return exporter.ask(target).get(20, TimeUnit.SECONDS);
    }

    private ScrapeOutcome outcome(Answer answer) {
        assertThat(answer).isInstanceOf(Answer.None.class);
        return ((Answer.None) answer).outcome();
    }

    @Test
    void readsTheTextAndTheExportersTime() throws Exception {
        served.says(() -> "up 1\n");

        Answer answer = ask(served.url(), "Bearer t0ken");

        assertThat(answer).isInstanceOfSatisfying(Answer.Text.class, text -> {
            assertThat(text.text()).isEqualTo("up 1\n");
            assertThat(text.date()).isNotNull();
        });
        assertThat(served.asked()).containsExactly("Bearer t0ken");
    }

    @Test
    void anAnswerThatIsNotOkIsNone() throws Exception {
        served.refuses(401);
        assertThat(outcome(ask(served.url(), ""))).isEqualTo(ScrapeOutcome.REFUSED);

        served.refuses(302);
        assertThat(outcome(ask(served.url(), ""))).isEqualTo(ScrapeOutcome.REFUSED);
    }

    @Test
    void anAnswerThatDoesNotEndIsGivenUpBeforeItFillsTheMemory() throws Exception {
        served.says(() -> "x".repeat(9 * 1024 * 1024));
        Answer answer = exporter.ask(new ScrapedTarget(
                        URI.create(served.url()), Duration.ofSeconds(30), Duration.ofSeconds(20), "", ""))
                .get(30, TimeUnit.SECONDS);

        assertThat(outcome(answer)).isEqualTo(ScrapeOutcome.UNREADABLE);
        assertThat(((Answer.None) answer).reason()).startsWith("the answer is larger than 8 MiB; ask for");
    }

    @Test
    void aHostThatAcceptsAndStaysSilentIsGivenUpInTime() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            Answer answer = ask("http://127.0.0.1:" + silent.getLocalPort() + "/", "");

            assertThat(outcome(answer)).isEqualTo(ScrapeOutcome.TIMEOUT);
            assertThat(answer.took()).isGreaterThanOrEqualTo(Duration.ofMillis(450));
        }
    }

    @Test
    void aHostThatBeginsToAnswerAndNeverEndsIsGivenUpInTime() throws Exception {
        try (ServerSocket slow = new ServerSocket(0)) {
            var unused = threads.submit(() -> {
                Socket caller = slow.accept();
                caller.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\nup".getBytes(StandardCharsets.US_ASCII));
                return caller;
            });

            assertThat(outcome(ask("http://127.0.0.1:" + slow.getLocalPort() + "/", "")))
                    .isEqualTo(ScrapeOutcome.TIMEOUT);
        }
    }

    @Test
    void nobodyThereIsUnreachable() throws Exception {
        String url = served.url();
        served.close();

        Answer nobody = ask(url, "");
        assertThat(outcome(nobody)).isEqualTo(ScrapeOutcome.UNREACHABLE);
        assertThat(((Answer.None) nobody).reason())
                .isEqualTo("nothing accepts a connection to " + URI.create(url).getRawAuthority());
        Answer nameless = ask("http://" + "x".repeat(64) + ".invalid/metrics", "");
        assertThat(((Answer.None) nameless).reason()).endsWith(".invalid has no address");
    }
}
