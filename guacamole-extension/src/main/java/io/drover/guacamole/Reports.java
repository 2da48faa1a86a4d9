package io.drover.guacamole;

import com.google.gson.JsonObject;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the broker what became of placements: in order, from one thread, again until it is told. Nobody waits for it
 * and nothing fails because of it. What does not fit, or is two minutes old, is forgotten: the broker finds out by
 * itself, since it is told of what is open every half minute.
 */
final class Reports {

    private static final Logger LOG = LoggerFactory.getLogger(Reports.class);

    private static final int MOST = 10_000;
    private static final int MOST_MILLIS = 2_500;
    private static final long OLDEST = TimeUnit.MINUTES.toNanos(2);
    private static final long FIRST_PAUSE = 500;
    private static final long LONGEST_PAUSE = 10_000;

    private final Brokers brokers;
    private final String nodeId;
    private final ScheduledExecutorService thread;
    private final BlockingQueue<Report> queue = new LinkedBlockingQueue<>(MOST);
    private final AtomicBoolean busy = new AtomicBoolean();
    private long pause = FIRST_PAUSE;

    Reports(Brokers brokers, String nodeId, ScheduledExecutorService thread) {
        this.brokers = brokers;
        this.nodeId = nodeId;
        this.thread = thread;
    }

    /** The desktop of a placement has appeared. */
    void opened(String decisionId) {
        send(decisionId, "opened", new JsonObject());
    }

    /** The host of a placement could not be reached, with Guacamole's number for the reason. */
    void failed(String decisionId, int status) {
        JsonObject body = new JsonObject();
        body.addProperty("status", status);
        send(decisionId, "failed", body);
    }

    /** A placement is not used any more. */
    void closed(String decisionId) {
        send(decisionId, "closed", new JsonObject());
    }

    private void send(String decisionId, String what, JsonObject body) {
        body.addProperty("node_id", nodeId);
        String path = "/api/v1/broker/placements/" + UrlText.encoded(decisionId) + "/" + what;
        if (!queue.offer(new Report(path, body.toString(), System.nanoTime()))) {
            LOG.debug("Too many reports wait for the broker; one is dropped.");
        }
        if (busy.compareAndSet(false, true)) {
            deliverAfter(0);
        }
    }

    private void deliverAfter(long millis) {
        try {
            Future<?> unused = thread.schedule(this::deliver, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("Guacamole stops; the broker will miss what is open.");
        }
    }

    private void deliver() {
        for (Report report = queue.peek(); report != null; report = queue.peek()) {
            if (!done(report)) {
                deliverAfter(pause);
                pause = Math.min(2 * pause, LONGEST_PAUSE);
                return;
            }
            pause = FIRST_PAUSE;
            queue.poll();
        }
        busy.set(false);
        // One may have come between the last look and now.
        if (!queue.isEmpty() && busy.compareAndSet(false, true)) {
            deliverAfter(0);
        }
    }

    private boolean done(Report report) {
        if (System.nanoTime() - report.since() > OLDEST) {
            LOG.debug("{} could not be told in time.", report.path());
            return true;
        }
        try {
            Reply reply = brokers.post(report.path(), report.body(), MOST_MILLIS);
            if (!reply.ok()) {
                LOG.debug("{} is answered with {} {}.", report.path(), reply.status(), reply.code());
            }
            return !reply.worthAskingAnother();
        } catch (BrokerAwayException e) {
            return false;
        } catch (RuntimeException e) {
            LOG.warn("{} could not be told", report.path(), e);
            return true;
        }
    }
}
