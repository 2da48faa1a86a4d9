package io.drover;

/**
 * How much hostile input is tried. As the build runs it, a little; {@code -Ddrover.fuzz.inputs=10000} tries more, and
 * {@code -Ddrover.fuzz.seed=7} other ones.
 */
final class Fuzz {

    static final int INPUTS = Integer.getInteger("drover.fuzz.inputs", 100);
    static final long SEED = Long.getLong("drover.fuzz.seed", 20_261_130);

    private Fuzz() {}
}
