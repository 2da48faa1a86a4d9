package io.drover.fleet;

/**
 * A machine's admission.
 *
 * @param agent which agent it is now
 * @param token its secret, 64 hexadecimal digits; kept nowhere else
 * @param again whether the machine had enrolled before, so that it waits in quarantine for an operator
 */
public record Enrolment(Agent agent, String token, boolean again) {

    /** Leaves the token out. */
    @Override
    public String toString() {
        return "Enrolment[agent=" + agent.id() + ", again=" + again + "]";
    }
}
