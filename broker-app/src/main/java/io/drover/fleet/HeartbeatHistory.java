package io.drover.fleet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of an agent's heartbeats, to put the next one in order.
 *
 * @param last the newest one
 * @param earlierBoots the newest one of each boot before it, latest boot first, a few at most
 */
public record HeartbeatHistory(Mark last, List<Mark> earlierBoots) {

    private static final int BOOTS = 8;

    public HeartbeatHistory {
        earlierBoots = List.copyOf(earlierBoots);
    }

    /**
     * What is remembered of one heartbeat.
     *
     * @param bootId its boot, null when the agent does not say
     * @param seq its number within the boot, null when the agent does not say
     * @param receivedAt when the broker received it
     */
    public record Mark(@Nullable String bootId, @Nullable Long seq, Instant receivedAt) {

        static Mark of(Heartbeat heartbeat) {
            return new Mark(heartbeat.bootId(), heartbeat.seq(), heartbeat.receivedAt());
        }
    }

    /** The history after a first heartbeat. */
    public static HeartbeatHistory of(Heartbeat first) {
        return new HeartbeatHistory(Mark.of(first), List.of());
    }

    /** The history after a heartbeat that was accepted. */
    public HeartbeatHistory followedBy(Heartbeat accepted) {
        Mark mark = Mark.of(accepted);
        return Objects.equals(mark.bootId(), last.bootId())
                ? new HeartbeatHistory(mark, earlierBoots)
                : new HeartbeatHistory(mark, withFirst(last, accepted.bootId()));
    }

    /** The history after a heartbeat of an earlier boot that was refused. */
    public HeartbeatHistory remembering(Heartbeat refused) {
        return new HeartbeatHistory(last, withFirst(Mark.of(refused), null));
    }

    /** The newest heartbeat of a boot before the last one. */
    Optional<Mark> earlier(@Nullable String bootId) {
        return earlierBoots.stream()
                .filter(mark -> bootId != null && bootId.equals(mark.bootId()))
                .findFirst();
    }

    private List<Mark> withFirst(Mark first, @Nullable String without) {
        List<Mark> marks = new ArrayList<>();
        if (first.bootId() != null) {
            marks.add(first);
        }
        earlierBoots.stream()
                .filter(mark ->
                        !Objects.equals(mark.bootId(), first.bootId()) && !Objects.equals(mark.bootId(), without))
                .limit(BOOTS - 1)
                .forEach(marks::add);
        return marks;
    }
}
