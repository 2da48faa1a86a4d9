package io.drover.guacamole;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The brokers: all answer alike, and the one that answered last is asked first. Whatever hangs, a question ends within
 * its time.
 */
final class Brokers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Brokers.class);

    private static final int MOST_CALLS = 1_000;
    private static final int MOST_HANG_UPS = 50;

    private final List<URI> urls;
    private final BrokerKey key;
    private final @Nullable Authorities authorities;
    private final Workers calls = new Workers("drover-call", MOST_CALLS);
    private final Workers hangUps = new Workers("drover-hang-up", MOST_HANG_UPS);
    private final AtomicInteger preferred = new AtomicInteger();
    private final AtomicBoolean away = new AtomicBoolean();

    Brokers(List<URI> urls, BrokerKey key, @Nullable Authorities authorities) {
        this.urls = urls;
        this.key = key;
        this.authorities = authorities;
    }

    /**
     * Posts JSON.
     *
     * @param expected what is in the JSON of every good answer; what answers without it is no broker
     * @param millis how long all brokers may take together
     * @return a good answer, or a broker's refusal
     * @throws BrokerAwayException when none answered, or the waiting thread was interrupted
     */
    Reply post(String path, String body, Predicate<JsonObject> expected, int millis) throws BrokerAwayException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        int first = preferred.get();
        boolean slow = false;
        Reply troubled = null;
        String reason = "";
        for (int i = 0; i < urls.size(); i++) {
            int which = (first + i) % urls.size();
            URI url = urls.get(which);
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()) / (urls.size() - i);
            try {
                Reply reply = ask(url, path, body, (int) Math.max(1, left));
                if (reply.settles(expected)) {
                    answered(which);
                    return reply;
                }
                troubled = !reply.ok() && !reply.code().isEmpty() ? reply : troubled;
                reason = url + " answers " + reply;
            } catch (TimeoutException e) {
                slow = true;
                reason = url + " takes too long";
            } catch (IOException e) {
                reason = url + ": " + LogText.of(e.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new BrokerAwayException("interrupted while " + url + " was asked", false);
            }
            LOG.debug("A broker does not help: {}", reason);
        }
        sayOnce(reason);
        if (troubled != null) {
            return troubled;
        }
        throw new BrokerAwayException(reason, slow);
    }

    private Reply ask(URI url, String path, String body, int millis)
            throws IOException, TimeoutException, InterruptedException {
        BrokerCall call = new BrokerCall(URI.create(url + path), body, key, authorities, millis);
        boolean over = false;
        try {
            Future<Reply> reply = calls.start(call);
            Reply answer = reply.get(millis, TimeUnit.MILLISECONDS);
            over = true;
            return answer;
        } catch (RejectedExecutionException e) {
            over = true;
            throw new IOException("too many questions are waiting for an answer", e);
        } catch (ExecutionException e) {
            over = true;
            throw cause(e);
        } finally {
            if (!over) {
                giveUp(call);
            }
        }
    }

    private void giveUp(BrokerCall call) {
        call.giveUp();
        try {
            hangUps.run(call::hangUp);
        } catch (RejectedExecutionException e) {
            LOG.debug("A call to a broker is left to its own time-outs.");
        }
    }

    private static IOException cause(ExecutionException e) throws TimeoutException {
        Throwable cause = e.getCause();
        if (cause instanceof SocketTimeoutException) {
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

    @Override
    public void close() {
        calls.close();
        hangUps.close();
    }
}
