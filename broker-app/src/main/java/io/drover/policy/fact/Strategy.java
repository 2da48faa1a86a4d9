package io.drover.policy.fact;

/** A way of scoring that at least one farm uses. */
public final class Strategy {

    private final String name;

    public Strategy(String name) {
        this.name = name;
    }

    /** The strategy's name, as farms spell it. */
    public String getName() {
        return name;
    }

    @Override
    public String toString() {
        return "Strategy " + name;
    }
}
