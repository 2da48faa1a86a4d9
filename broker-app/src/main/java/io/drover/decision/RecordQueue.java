package io.drover.decision;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Records that wait to be written; the oldest go when there are too many. No caller waits for another. */
final class RecordQueue {

    private final int mostRecords;
    private final long mostBytes;
    private final Queue<DecisionRecord> records = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    RecordQueue(int mostRecords, long mostBytes) {
        this.mostRecords = mostRecords;
        this.mostBytes = mostBytes;
    }

    /** Takes a record in, and answers how many had to go for it. */
    int offer(DecisionRecord record) {
        records.add(record);
        size.incrementAndGet();
        bytes.addAndGet(record.roughBytes());
        int dropped = 0;
        while ((size.get() > mostRecords || bytes.get() > mostBytes) && poll() != null) {
            dropped++;
        }
        return dropped;
    }

    /** The oldest records, at most so many, and no more than about so many bytes unless the first is larger. */
    List<DecisionRecord> take(int most, long bytesAtMost) {
        List<DecisionRecord> taken = new ArrayList<>();
        long left = bytesAtMost;
        while (taken.size() < most && left > 0) {
            DecisionRecord record = poll();
            if (record == null) {
                break;
            }
            left -= record.roughBytes();
            taken.add(record);
        }
        return taken;
    }

    int size() {
        return size.get();
    }

    private @Nullable DecisionRecord poll() {
        DecisionRecord record = records.poll();
        if (record != null) {
            size.decrementAndGet();
            bytes.addAndGet(-record.roughBytes());
        }
        return record;
    }
}
