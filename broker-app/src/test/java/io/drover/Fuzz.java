package io.drover;

/**
 * How much hostile input is tried. As the build runs it, a little; {@code -Ddrover.fuzz.inputs=10000} tries so much of
 * each kind, and {@code -Ddrover.fuzz.seed=7} other ones.
 */
public final class Fuzz {

    public static final int INPUTS = Integer.getInteger("drover.fuzz.inputs", 100);
    public static final long SEED = Long.getLong("drover.fuzz.seed", 20_261_130);

    private static final int OF_MANY = 10;

    private Fuzz() {}

    /** How much is tried on each of many things that are alike: as much as was asked for, and in the build a part. */
    public static int inputsOfMany() {
        return Integer.getInteger("drover.fuzz.inputs") == null ? OF_MANY : INPUTS;
    }
}
