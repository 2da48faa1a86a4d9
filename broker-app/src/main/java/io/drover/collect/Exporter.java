package io.drover.collect;

import io.drover.collect.BoundedBody.TooLargeException;
import io.drover.file.Utf8;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.CharacterCodingException;
import java.security.GeneralSecurityException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks exporters. No thread waits for an answer; an answer is bounded in size and, from the first packet to the last
 * byte, in time. It follows no redirects: credentials go where the file says, nowhere else. Safe for use by many
 * threads.
 */
final class Exporter {

    private static final int MOST_BYTES = 8 * 1024 * 1024;
    private static final int OK = 200;

    private final Executor executor;
    private final ScheduledExecutorService timer;
    private final Map<String, HttpClient> clients = new ConcurrentHashMap<>();

    /**
     * @param executor reads answers
     * @param timer ends what takes too long
     */
    Exporter(Executor executor, ScheduledExecutorService timer) {
        this.executor = executor;
        this.timer = timer;
    }

    /** Asks once. The answer never completes exceptionally. */
    CompletableFuture<Answer> ask(ScrapedTarget target) {
        long begun = System.nanoTime();
        CompletableFuture<HttpResponse<byte[]>> sent = send(target);
        ScheduledFuture<?> late =
                timer.schedule(() -> sent.cancel(true), target.timeout().toMillis(), TimeUnit.MILLISECONDS);
        return sent.handle((response, fault) -> {
            late.cancel(false);
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            return response == null ? none(fault, target, took) : answer(response, took);
        });
    }

    private CompletableFuture<HttpResponse<byte[]>> send(ScrapedTarget target) {
        try {
            return client(target.authorities()).sendAsync(request(target), response -> new BoundedBody(MOST_BYTES));
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static HttpRequest request(ScrapedTarget target) {
        HttpRequest.Builder request = HttpRequest.newBuilder(target.url())
                .header("Accept", "text/plain;version=0.0.4")
                .header("User-Agent", "drover")
                .header(
                        "X-Prometheus-Scrape-Timeout-Seconds",
                        String.valueOf(target.timeout().toMillis() / 1000.0))
                .timeout(target.timeout());
        if (!target.authorization().isEmpty()) {
            request.header("Authorization", target.authorization());
        }
        return request.build();
    }

    private static Answer answer(HttpResponse<byte[]> response, Duration took) {
        if (response.statusCode() != OK) {
            return new Answer.None(ScrapeOutcome.REFUSED, "the exporter answers " + response.statusCode(), took);
        }
        try {
            String text = Utf8.text(response.body());
            return new Answer.Text(text, date(response), took);
        } catch (CharacterCodingException e) {
            return new Answer.None(ScrapeOutcome.UNREADABLE, "the answer is not UTF-8", took);
        }
    }

    private static @Nullable Instant date(HttpResponse<?> response) {
        Optional<String> date = response.headers().firstValue("Date");
        try {
            return date.map(text -> ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant())
                    .orElse(null);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static Answer none(@Nullable Throwable fault, ScrapedTarget target, Duration took) {
        Throwable root = fault;
        while (root instanceof CompletionException && root.getCause() != null) {
            root = root.getCause();
        }
        if (root instanceof CancellationException || root instanceof HttpTimeoutException) {
            String reason = "no whole answer within " + target.timeout().toMillis() + " ms";
            return new Answer.None(ScrapeOutcome.TIMEOUT, reason, took);
        }
        if (root instanceof TooLargeException large) {
            return new Answer.None(ScrapeOutcome.UNREADABLE, String.valueOf(large.getMessage()), took);
        }
        return new Answer.None(ScrapeOutcome.UNREACHABLE, unreachable(root, target.url()), took);
    }

    /** Java says nothing when nobody listens, or nobody knows the name. */
    private static String unreachable(@Nullable Throwable fault, URI url) {
        if (fault instanceof IllegalArgumentException) {
            return "the request cannot be made"; // its message may quote the credential
        }
        if (fault instanceof ConnectException silent && silent.getMessage() == null) {
            return has(fault, UnresolvedAddressException.class)
                    ? "the name " + url.getHost() + " has no address"
                    : "nothing accepts a connection to " + url.getRawAuthority();
        }
        return reason(fault);
    }

    private static boolean has(Throwable fault, Class<? extends Throwable> kind) {
        Throwable cause = fault;
        while (cause != null && !kind.isInstance(cause)) {
            cause = cause.getCause();
        }
        return cause != null;
    }

    private static String reason(@Nullable Throwable fault) {
        if (fault == null) {
            return "no answer";
        }
        String message = fault.getMessage();
        Throwable cause = fault.getCause();
        return message == null && cause != null
                ? reason(cause)
                : message == null ? fault.getClass().getSimpleName() : message;
    }

    private HttpClient client(String authorities) {
        return clients.computeIfAbsent(authorities, this::newClient);
    }

    private HttpClient newClient(String authorities) {
        HttpClient.Builder client = HttpClient.newBuilder()
                .executor(executor)
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER);
        if (!authorities.isEmpty()) {
            try {
                client.sslContext(TrustedAuthorities.context(authorities));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("certificates that could be read before", e);
            }
        }
        return client.build();
    }
}
