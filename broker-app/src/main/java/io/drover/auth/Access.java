package io.drover.auth;

import io.dropwizard.core.setup.Environment;
import io.drover.http.Admission;
import java.time.InstantSource;

/** Everything that decides who may call what. Safe for use by many threads. */
public final class Access {

    private final Callers callers;
    private final FailedAttempts failures;

    /**
     * Knows these keys and agents.
     *
     * @param clock judges how long too many wrong credentials are held against an address
     */
    public Access(PlainKeys keys, AgentTokens agents, InstantSource clock) {
        this(new Callers(keys, agents), clock);
    }

    Access(Callers callers, InstantSource clock) {
        this.callers = callers;
        this.failures = new FailedAttempts(clock);
    }

    /** Lets these keys be the valid ones, from the next request on. Answers whether they are other ones. */
    boolean replace(PlainKeys keys) {
        return callers.replace(keys);
    }

    /** Finds out who sends a request. */
    public Admission gate() {
        return new Gate(callers);
    }

    /** Checks the token that stands in the body of an enrolment. */
    public EnrollmentGuard enrollmentGuard() {
        return new EnrollmentGuard(callers, failures);
    }

    /** Makes resources obey {@link Secured}, and refuses to start with one that does not say who may call it. */
    public void install(Environment environment) {
        environment.jersey().register(new AuthFeature(failures));
    }
}
