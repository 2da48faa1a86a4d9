package io.drover.guacamole;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.concurrent.Callable;
import javax.net.ssl.HttpsURLConnection;
import org.jspecify.annotations.Nullable;

/** One HTTP call to one broker. */
final class BrokerCall implements Callable<Reply> {

    private static final int LONGEST_ANSWER = 1 << 20;

    private final URI url;
    private final String body;
    private final BrokerKey key;
    private final @Nullable Authorities authorities;
    private final int timeout;
    private volatile @Nullable HttpURLConnection connection;
    private volatile boolean givenUp;

    /**
     * A call that has not been made yet.
     *
     * @param body JSON to post
     * @param authorities null for those that Java knows
     * @param timeout for the connection, and for each read, in milliseconds
     */
    BrokerCall(URI url, String body, BrokerKey key, @Nullable Authorities authorities, int timeout) {
        this.url = url;
        this.body = body;
        this.key = key;
        this.authorities = authorities;
        this.timeout = timeout;
    }

    @Override
    public Reply call() throws IOException {
        HttpURLConnection http = (HttpURLConnection) url.toURL().openConnection();
        if (authorities != null && http instanceof HttpsURLConnection) {
            ((HttpsURLConnection) http).setSSLSocketFactory(authorities.sockets());
        }
        http.setConnectTimeout(timeout);
        http.setReadTimeout(timeout);
        http.setUseCaches(false);
        // The key goes to the broker and to nobody it may point at.
        http.setInstanceFollowRedirects(false);
        http.setRequestProperty("Authorization", "Bearer " + key.get());
        http.setRequestProperty("Accept", "application/json");
        http.setRequestProperty("Content-Type", "application/json");
        http.setDoOutput(true);
        connection = http;
        checkWanted();
        try (OutputStream out = http.getOutputStream()) {
            out.write(body.getBytes(UTF_8));
        }
        int status = http.getResponseCode();
        return Reply.of(status, read(status < 400 ? http.getInputStream() : http.getErrorStream()));
    }

    private String read(@Nullable InputStream answer) throws IOException {
        if (answer == null) {
            return "";
        }
        try (InputStream in = answer) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            byte[] some = new byte[8_192];
            for (int count = in.read(some); count >= 0; count = in.read(some)) {
                all.write(some, 0, count);
                checkWanted();
                if (all.size() > LONGEST_ANSWER) {
                    throw new IOException("the answer is too long");
                }
            }
            return new String(all.toByteArray(), UTF_8);
        }
    }

    private void checkWanted() throws IOException {
        if (givenUp) {
            throw new IOException("nobody waits for the answer any more");
        }
    }

    /** Says that nobody waits any more; returns at once. */
    void giveUp() {
        givenUp = true;
    }

    /** Hangs up, wherever the call is; this can take as long as a read. */
    void hangUp() {
        HttpURLConnection http = connection;
        if (http != null) {
            http.disconnect();
        }
    }
}
