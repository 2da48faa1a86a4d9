package io.drover.benchmarks.load;

import java.util.Random;

/**
 * Who asks next, as it stands in JSON: mostly somebody new, now and then somebody who was placed a while ago. Every
 * other one gives a domain. For one thread.
 */
final class Users {

    private static final int WHILE_AGO = 1_000;

    private final Random random;
    private final double renewals;
    private final int population;
    private long placed;

    /**
     * @param renewals the share of those who were placed before, 0 to 1
     * @param population after how many users it begins again
     */
    Users(long seed, double renewals, int population) {
        this.random = new Random(seed);
        this.renewals = renewals;
        this.population = population;
    }

    String next() {
        if (placed > WHILE_AGO && random.nextDouble() < renewals) {
            long ago = WHILE_AGO + random.nextLong(Math.min(placed, population) - WHILE_AGO);
            return name(placed - ago);
        }
        return name(placed++);
    }

    private String name(long number) {
        long user = number % population;
        return (user % 2 == 0 ? "user-" : "CORP\\\\user-") + user;
    }
}
