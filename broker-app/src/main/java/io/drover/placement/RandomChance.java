package io.drover.placement;

import io.drover.control.Tokens;
import java.util.concurrent.ThreadLocalRandom;

/** Ids that nobody can guess, and seeds that are as good as any. Safe for use by many threads. */
public final class RandomChance implements PlacementService.Chance {

    private static final int ID_BYTES = 16;

    private final Tokens tokens;

    public RandomChance(Tokens tokens) {
        this.tokens = tokens;
    }

    @Override
    public String decisionId() {
        return tokens.next(ID_BYTES);
    }

    @Override
    public long seed() {
        return ThreadLocalRandom.current().nextLong();
    }
}
