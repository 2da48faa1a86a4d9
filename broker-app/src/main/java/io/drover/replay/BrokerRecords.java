package io.drover.replay;

import io.drover.decision.Recording;
import io.drover.decision.Recording.Recorded;
import io.drover.operator.BrokerClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The decisions that a running broker recorded, over its API. */
public final class BrokerRecords {

    /** Bounds what is in memory: what these were made on. */
    private static final int AT_ONCE = 1_000;

    private static final String API = "/api/v1/records/";

    private final BrokerClient broker;

    public BrokerRecords(BrokerClient broker) {
        this.broker = broker;
    }

    /** The last decisions since a time, at most so many, newest first. */
    public List<Recorded> since(Instant since, int most) throws InterruptedException {
        String path = API + "decisions?since=" + BrokerClient.encoded(since.toString());
        return broker.list(path, most).stream().map(Recorded::of).toList();
    }

    /** The decision with that id, if there is one. */
    public Optional<Recorded> find(String id) throws InterruptedException {
        String path = API + "decisions?decision_id=" + BrokerClient.encoded(id);
        return broker.list(path, 1).stream().map(Recorded::of).findFirst();
    }

    /** What decisions of one epoch were made on. */
    public Recording recording(List<Recorded> ofOneEpoch) throws InterruptedException {
        long from = ofOneEpoch.stream().mapToLong(Recorded::version).min().orElseThrow();
        long to = ofOneEpoch.stream().mapToLong(Recorded::version).max().orElseThrow();
        String epoch = Objects.requireNonNull(ofOneEpoch.get(0).epoch());
        String span = "&from=" + from + "&to=" + to;
        return new Recording(broker.list(API + "facts?epoch=" + BrokerClient.encoded(epoch) + span));
    }

    /** Makes decisions again, a part at a time; those that cannot be are counted. */
    public void replay(List<Recorded> decisions, Replay replay) throws InterruptedException {
        Map<String, List<Recorded>> byEpoch = new HashMap<>();
        int skipped = 0;
        for (Recorded recorded : decisions) {
            if (Replay.isReplayable(recorded)) {
                byEpoch.computeIfAbsent(Objects.requireNonNull(recorded.epoch()), epoch -> new ArrayList<>())
                        .add(recorded);
            } else {
                skipped++;
            }
        }
        replay.report().skip(skipped);
        for (List<Recorded> ofOne : byEpoch.values()) {
            ofOne.sort(Comparator.comparingLong(Recorded::version));
            for (int i = 0; i < ofOne.size(); i += AT_ONCE) {
                List<Recorded> part = ofOne.subList(i, Math.min(ofOne.size(), i + AT_ONCE));
                replay.run(part, recording(part));
            }
        }
    }
}
