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
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** One HTTP call to one broker. */
final class BrokerCall implements Callable<Reply> {

    private static final int LONGEST_ANSWER = 4 << 20;

    private final URI url;
    private final @Nullable String body;
    private final String key;
    private final @Nullable SSLSocketFactory tls;
    private final int timeout;
    private volatile @Nullable HttpURLConnection connection;

    /**
     * A call that has not been made yet.
     *
     * @param body JSON to post; null to get
     * @param tls null for the authorities that Java knows
     * @param timeout for the connection, and for each read, in milliseconds
     */
    BrokerCall(URI url, @Nullable String body, String key, @Nullable SSLSocketFactory tls, int timeout) {
        this.url = url;
        this.body = body;
        this.key = key;
        this.tls = tls;
        this.timeout = timeout;
    }

    @Override
    public Reply call() throws IOException {
        HttpURLConnection http = (HttpURLConnection) url.toURL().openConnection();
        connection = http;
        if (tls != null && http instanceof HttpsURLConnection) {
            ((HttpsURLConnection) http).setSSLSocketFactory(tls);
        }
        http.setConnectTimeout(timeout);
        http.setReadTimeout(timeout);
        http.setUseCaches(false);
        // The key goes to the broker and to nobody it may point at.
        http.setInstanceFollowRedirects(false);
        http.setRequestProperty("Authorization", "Bearer " + key);
        http.setRequestProperty("Accept", "application/json");
        if (body != null) {
            post(http, body.getBytes(UTF_8));
        }
        int status = http.getResponseCode();
        return Reply.of(status, read(status < 400 ? http.getInputStream() : http.getErrorStream()));
    }

    private static void post(HttpURLConnection http, byte[] body) throws IOException {
        http.setDoOutput(true);
        http.setRequestProperty("Content-Type", "application/json");
        try (OutputStream out = http.getOutputStream()) {
            out.write(body);
        }
    }

    private static String read(@Nullable InputStream answer) throws IOException {
        if (answer == null) {
            return "";
        }
        try (InputStream in = answer) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            byte[] some = new byte[8_192];
            for (int count = in.read(some); count >= 0; count = in.read(some)) {
                all.write(some, 0, count);
                if (all.size() > LONGEST_ANSWER) {
                    throw new IOException("the answer is too long");
                }
            }
            return new String(all.toByteArray(), UTF_8);
        }
    }

    /** Ends it, wherever it is. */
    void abort() {
        HttpURLConnection http = connection;
        if (http != null) {
            http.disconnect();
        }
    }
}
