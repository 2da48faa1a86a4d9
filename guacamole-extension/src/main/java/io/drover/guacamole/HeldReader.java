package io.drover.guacamole;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.GuacamoleServerException;
import org.apache.guacamole.io.GuacamoleReader;
import org.apache.guacamole.protocol.GuacamoleInstruction;
import org.jspecify.annotations.Nullable;

/**
 * Reads a connection's first instructions ahead, until the desktop appears or will not, and hands them on afterwards as
 * if nothing had been. The reading is done by another thread, because a read cannot be given an end.
 */
final class HeldReader implements GuacamoleReader {

    /** As much as Guacamole's own balancing groups keep. */
    private static final int MOST_CHARACTERS = 128 << 10;

    private final GuacamoleReader guacd;
    private final PlacementLife life;
    private final Appearance appearance = new Appearance();
    private final Queue<GuacamoleInstruction> held = new ConcurrentLinkedQueue<>();
    private final FutureTask<@Nullable Void> ahead = new FutureTask<>(this::readAhead, null);
    private volatile boolean enough;
    private boolean joined;

    HeldReader(GuacamoleReader guacd, PlacementLife life) {
        this.guacd = guacd;
        this.life = life;
    }

    /** Waits for the desktop, at most so long. */
    Appearance.State hold(Workers workers, int millis) {
        try {
            workers.run(ahead);
            ahead.get(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RejectedExecutionException e) {
            ahead.cancel(false);
        } catch (TimeoutException | ExecutionException e) {
            // What happened is found out by whoever reads next.
        }
        enough = true;
        return appearance.state();
    }

    private void readAhead() {
        int characters = 0;
        while (!enough && appearance.state() == Appearance.State.WAITING && characters < MOST_CHARACTERS) {
            GuacamoleInstruction next = readUnchecked();
            if (next == null) {
                return;
            }
            held.add(next);
            see(next);
            characters += next.toString().length();
        }
    }

    private @Nullable GuacamoleInstruction readUnchecked() {
        try {
            return guacd.readInstruction();
        } catch (GuacamoleException e) {
            throw new ReadingFailedException(e);
        }
    }

    private void see(GuacamoleInstruction instruction) {
        appearance.see(instruction);
        switch (appearance.state()) {
            case APPEARED:
                life.opened();
                break;
            case FAILED:
                life.failed(appearance.status());
                break;
            case ENDED:
                life.closed();
                break;
            default:
                break;
        }
    }

    @Override
    public @Nullable GuacamoleInstruction readInstruction() throws GuacamoleException {
        GuacamoleInstruction next = held.poll();
        if (next != null) {
            return next;
        }
        if (!joined) {
            join();
            return readInstruction();
        }
        GuacamoleInstruction read = guacd.readInstruction();
        if (read != null && appearance.open()) {
            see(read);
        }
        return read;
    }

    /** Waits until nobody reads ahead any more. */
    private void join() throws GuacamoleException {
        joined = true;
        try {
            if (!ahead.isCancelled()) {
                ahead.get();
            }
        } catch (InterruptedException e) {
            joined = false;
            Thread.currentThread().interrupt();
            throw new GuacamoleServerException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ReadingFailedException) {
                throw ((ReadingFailedException) e.getCause()).reason();
            }
            throw new GuacamoleServerException("reading from guacd failed", e);
        }
    }

    @Override
    public char @Nullable [] read() throws GuacamoleException {
        if (joined && held.isEmpty() && !appearance.open()) {
            return guacd.read();
        }
        GuacamoleInstruction next = readInstruction();
        return next == null ? null : next.toString().toCharArray();
    }

    @Override
    public boolean available() throws GuacamoleException {
        return !held.isEmpty() || ((joined || ahead.isDone()) && guacd.available());
    }

    /** Carries Guacamole's exception through a task. */
    private static final class ReadingFailedException extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final GuacamoleException reason;

        ReadingFailedException(GuacamoleException reason) {
            super(reason);
            this.reason = reason;
        }

        GuacamoleException reason() {
            return reason;
        }
    }
}
