package io.drover.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The time in which this instance could hear of hosts. A host that nothing was heard of while nothing could be heard
 * was not silent. Not safe for use by several threads.
 */
final class HeardTime {

    private static final int MOST_GAPS = 100;

    private final Deque<Gap> gaps = new ArrayDeque<>();
    private @Nullable Instant deafSince;

    private record Gap(Instant from, Instant to) {}

    /** Nothing is heard from then on; while nothing is heard anyway, the earlier time holds. */
    void lost(Instant since) {
        Gap last = gaps.peekLast();
        Instant from = last != null && since.isBefore(last.to()) ? last.to() : since;
        if (deafSince == null || from.isBefore(deafSince)) {
            deafSince = from;
        }
    }

    /** Whether nothing is heard. */
    boolean isLost() {
        return deafSince != null;
    }

    /** Everything is heard again. */
    void regained(Instant at) {
        if (deafSince != null && deafSince.isBefore(at)) {
            gaps.add(new Gap(deafSince, at));
        }
        if (gaps.size() > MOST_GAPS) {
            gaps.remove();
        }
        deafSince = null;
    }

    /**
     * When something has been silent for that long that was heard last at {@code start}: only the time counts in which
     * it would have been heard. {@link Instant#MAX} while that cannot be said.
     */
    Instant silentAt(Instant start, Duration silence) {
        Instant silentAt = start.plus(silence);
        for (Gap gap : gaps) {
            if (gap.to().isAfter(start) && gap.from().isBefore(silentAt)) {
                Instant from = gap.from().isBefore(start) ? start : gap.from();
                silentAt = silentAt.plus(Duration.between(from, gap.to()));
            }
        }
        return deafSince != null && deafSince.isBefore(silentAt) ? Instant.MAX : silentAt;
    }
}
