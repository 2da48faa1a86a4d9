package io.drover.health;

import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.drover.auth.Credential;
import io.drover.auth.Secured;
import io.drover.http.RequestRef;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** What balancers and supervisors ask. The checks run once a second at most, however often it is asked. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
public final class HealthResource {

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final List<ReadinessCheck> checks;
    private final AsyncLoadingCache<Boolean, Readiness> readiness;

    /**
     * Asks these checks.
     *
     * @param executor runs the checks, so that no request waits for one that hangs
     * @param ticker judges the age of the last answer
     */
    public HealthResource(List<ReadinessCheck> checks, Executor executor, Ticker ticker) {
        this.checks = List.copyOf(checks);
        this.readiness = Caffeine.newBuilder()
                .expireAfterWrite(Duration.ofSeconds(1))
                .executor(executor)
                .ticker(ticker)
                .buildAsync(any -> Readiness.of(this.checks));
    }

    /** 200 while the process is up; touches nothing else. */
    @GET
    @Path("healthz")
    @Secured(Credential.PUBLIC)
    public Map<String, String> healthz() {
        return Map.of("status", "up");
    }

    /** 200 when every check is well, else 503 with what is wrong; 503 also when the checks take too long. */
    @GET
    @Path("readyz")
    @Secured(Credential.PUBLIC)
    public void readyz(@Context ContainerRequestContext request, @Suspended AsyncResponse response) {
        String ref = RequestRef.of(request);
        var unused = readiness
                .get(true)
                .copy()
                .completeOnTimeout(Readiness.late(checks), PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .whenCompleteAsync((now, fault) -> response.resume(
                        fault == null
                                ? Response.status(now.ready() ? 200 : 503)
                                        .entity(now.with(ref))
                                        .build()
                                : fault));
    }
}
