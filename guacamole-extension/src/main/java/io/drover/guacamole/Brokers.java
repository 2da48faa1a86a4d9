package io.drover.guacamole;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The brokers: all answer alike, and the one that answered last is asked first. Whatever hangs, a question ends within
 * its time.
 */
final class Brokers {

    private static final Logger LOG = LoggerFactory.getLogger(Brokers.class);

    private final List<URI> urls;
    private final BrokerKey key;
    private final @Nullable Authorities authorities;
    private final Workers workers;
    private final AtomicInteger preferred = new AtomicInteger();
    private final AtomicBoolean away = new AtomicBoolean();

    Brokers(List<URI> urls, BrokerKey key, @Nullable Authorities authorities, Workers workers) {
        this.urls = urls;
        this.key = key;
        this.authorities = authorities;
        this.workers = workers;
    }

    /** Posts JSON; {@code millis} is how long all of them may take together. */
    Reply post(String path, String body, int millis) throws BrokerAwayException {
        return ask(path, body, millis);
    }

    /** Gets something; {@code millis} is how long all of them may take together. */
    Reply get(String path, int millis) throws BrokerAwayException {
        return ask(path, null, millis);
    }

    private Reply ask(String path, @Nullable String body, int millis) throws BrokerAwayException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        int first = preferred.get();
        boolean slow = false;
        Reply troubled = null;
        String reason = "";
        for (int i = 0; i < urls.size(); i++) {
            int which = (first + i) % urls.size();
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()) / (urls.size() - i);
            try {
                Reply reply = ask(urls.get(which), path, body, (int) Math.max(1, left));
                if (!reply.worthAskingAnother()) {
                    answered(which);
                    return reply;
                }
                troubled = reply;
                reason = urls.get(which) + " answers " + reply.status() + " " + reply.code();
            } catch (TimeoutException e) {
                slow = true;
                reason = urls.get(which) + " takes too long";
            } catch (IOException e) {
                reason = urls.get(which) + ": " + e;
            }
            LOG.debug("A broker does not help: {}", reason);
        }
        sayOnce(reason);
        if (troubled != null) {
            return troubled;
        }
        throw new BrokerAwayException(reason, slow);
    }

    private Reply ask(URI url, String path, @Nullable String body, int millis) throws IOException, TimeoutException {
        SSLSocketFactory tls = authorities == null ? null : authorities.sockets();
        BrokerCall call = new BrokerCall(URI.create(url + path), body, key.get(), tls, millis);
        try {
            Future<Reply> reply = workers.start(call);
            return reply.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            call.abort();
            throw e;
        } catch (InterruptedException e) {
            call.abort();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (RejectedExecutionException e) {
            throw new IOException("too many questions are waiting for an answer", e);
        } catch (ExecutionException e) {
            throw cause(e);
        }
    }

    private static IOException cause(ExecutionException e) throws TimeoutException {
        Throwable cause = e.getCause();
        if (cause instanceof java.net.SocketTimeoutException) {
            TimeoutException timeout = new TimeoutException(cause.getMessage());
            timeout.initCause(e);
            throw timeout;
        }
        return cause instanceof IOException ? (IOException) cause : new IOException(cause);
    }

    private void answered(int which) {
        preferred.set(which);
        if (away.compareAndSet(true, false)) {
            LOG.info("The broker {} answers again.", urls.get(which));
        }
    }

    private void sayOnce(String reason) {
        if (away.compareAndSet(false, true)) {
            LOG.warn("No broker helps, so brokered connections fail until one does; the last: {}", reason);
        }
    }
}
