package io.drover.health;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.Ticker;
import io.drover.auth.Credential;
import io.drover.auth.Secured;
import io.drover.http.RequestRef;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What balancers and supervisors ask. The checks run once a second at most, however often it is asked. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
public final class HealthResource {

    private final LoadingCache<Boolean, Readiness> readiness;

    /**
     * Asks these checks.
     *
     * @param ticker judges the age of the last answer
     */
    public HealthResource(List<ReadinessCheck> checks, Ticker ticker) {
        List<ReadinessCheck> all = List.copyOf(checks);
        this.readiness = Caffeine.newBuilder()
                .expireAfterWrite(Duration.ofSeconds(1))
                .ticker(ticker)
                .build(any -> Readiness.of(all));
    }

    /** 200 while the process is up; touches nothing else. */
    @GET
    @Path("healthz")
    @Secured(Credential.PUBLIC)
    public Map<String, String> healthz() {
        return Map.of("status", "up");
    }

    /** 200 when every check is well, else 503 with what is wrong. */
    @GET
    @Path("readyz")
    @Secured(Credential.PUBLIC)
    public Response readyz(@Context ContainerRequestContext request) {
        Readiness now = readiness.get(true).with(RequestRef.of(request));
        return Response.status(now.ready() ? 200 : 503).entity(now).build();
    }
}
