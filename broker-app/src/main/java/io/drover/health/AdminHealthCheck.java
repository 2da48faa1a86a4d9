package io.drover.health;

import com.codahale.metrics.health.HealthCheck;

/** A {@link ReadinessCheck} as the admin connector shows it. */
public final class AdminHealthCheck extends HealthCheck {

    private final ReadinessCheck check;

    /** Shows this check. */
    public AdminHealthCheck(ReadinessCheck check) {
        this.check = check;
    }

    @Override
    protected Result check() {
        return check.problem().map(Result::unhealthy).orElseGet(Result::healthy);
    }
}
