package io.drover.guacamole;

import com.google.gson.JsonObject;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the broker what became of placements, again until it is told. Nobody waits for it and nothing fails because of
 * it. What does not fit, or is two minutes old, is forgotten: the broker finds out by itself, since it is told of what
 * is open every half minute.
 *
 * <p>Reports overtake each other: one that the broker has trouble with does not hold up the rest. That is harmless,
 * since what has closed or failed there does not open again.
 */
final class Reports implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Reports.class);

    private static final int MOST = 10_000;
    private static final Duration OLDEST = Duration.ofMinutes(2);
    private static final int AT_ONCE = 8;
    /** How long the answer to one report may take. */
    static final Duration PATIENCE = Duration.ofMillis(2_500);

    private final Brokers brokers;
    private final String nodeId;
    private final int most;
    private final Duration oldest;
    private final Duration patience;
    private final Lull lull = new Lull(AT_ONCE);
    private final ScheduledThreadPoolExecutor threads =
            new ScheduledThreadPoolExecutor(AT_ONCE, new DaemonThreads("drover-report"));

    Reports(Brokers brokers, String nodeId) {
        this(brokers, nodeId, PATIENCE);
    }

    /** One that waits so long for the answer to each report. */
    Reports(Brokers brokers, String nodeId, Duration patience) {
        this(brokers, nodeId, MOST, OLDEST, patience);
    }

    /** With bounds of its own: how many reports wait at most, and for how long. */
    Reports(Brokers brokers, String nodeId, int most, Duration oldest) {
        this(brokers, nodeId, most, oldest, PATIENCE);
    }

    private Reports(Brokers brokers, String nodeId, int most, Duration oldest, Duration patience) {
        this.brokers = brokers;
        this.nodeId = nodeId;
        this.most = most;
        this.oldest = oldest;
        this.patience = patience;
        threads.setKeepAliveTime(30, TimeUnit.SECONDS);
        threads.allowCoreThreadTimeOut(true);
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
        if (threads.getQueue().size() >= most) {
            LOG.debug("Too many reports wait for the broker; {} is dropped.", path);
            return;
        }
        deliverAfter(0, new Report(path, body.toString()));
    }

    private void deliverAfter(long millis, Report report) {
        try {
            Future<?> unused = threads.schedule(() -> deliver(report), millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("Guacamole stops; the broker will miss what is open.");
        }
    }

    private void deliver(Report report) {
        long wait = lull.millisLeft();
        if (report.age() > oldest.toNanos()) {
            LOG.debug("{} could not be told in time.", report.path());
        } else if (wait > 0) {
            deliverAfter(wait, report);
        } else if (!done(report)) {
            deliverAfter(report.pause(), report.again());
        }
    }

    private boolean done(Report report) {
        try {
            Reply reply = brokers.post(
                    report.path(), report.body(), answer -> answer.has("state"), (int) patience.toMillis());
            if (!reply.ok()) {
                LOG.debug("{} is answered with {}.", report.path(), reply);
            }
            if (reply.inTrouble()) {
                lull.failed();
                return false;
            }
            lull.succeeded();
            return true;
        } catch (BrokerAwayException e) {
            lull.failed();
            return false;
        } catch (RuntimeException e) {
            LOG.warn("{} could not be told", report.path(), e);
            return true;
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
