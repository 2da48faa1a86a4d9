package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Keeps what it is told, in order. */
final class RecordingContact implements Contact {

    record Begins() {}

    record Lost(Instant since) {}

    record Regained() {}

    private final BlockingQueue<Object> told = new LinkedBlockingQueue<>();

    @Override
    public void begins() {
        told.add(new Begins());
    }

    @Override
    public void lost(Instant since) {
        told.add(new Lost(since));
    }

    @Override
    public void regained() {
        told.add(new Regained());
    }

    /** The next that was told, waiting for it. */
    Object next() throws InterruptedException {
        Object next = told.poll(30, TimeUnit.SECONDS);
        assertThat(next).as("told within 30 s").isNotNull();
        return next;
    }

    /** What was told and not asked for yet. */
    List<Object> waiting() {
        return List.copyOf(told);
    }
}
