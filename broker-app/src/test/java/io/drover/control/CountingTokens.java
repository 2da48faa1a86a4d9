package io.drover.control;

import java.util.concurrent.atomic.AtomicLong;

/** Words that follow one another, for tests. */
public final class CountingTokens implements Tokens {

    private final AtomicLong last = new AtomicLong();

    @Override
    public String next(int bytes) {
        return ("%0" + 2 * bytes + "x").formatted(last.incrementAndGet());
    }
}
