package io.drover.auth;

import io.dropwizard.auth.PolymorphicAuthValueFactoryProvider;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;
import java.util.Set;

/** Everything that Jersey needs for {@link Secured} and for {@code @Auth} parameters of any {@link Caller}. */
final class AuthFeature implements Feature {

    private final FailedAttempts failures;

    AuthFeature(FailedAttempts failures) {
        this.failures = failures;
    }

    @Override
    public boolean configure(FeatureContext context) {
        context.register(new SecuredFeature(failures));
        context.register(new PolymorphicAuthValueFactoryProvider.Binder<>(
                Set.of(Caller.Agent.class, Caller.Broker.class, Caller.Operator.class, Caller.Unknown.class)));
        return true;
    }
}
