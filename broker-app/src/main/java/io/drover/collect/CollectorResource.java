package io.drover.collect;

import io.drover.auth.Credential;
import io.drover.auth.Secured;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jspecify.annotations.Nullable;

/** How the hosts without an agent of Drover's are scraped. */
@Path("/api/v1/collector")
@Produces(MediaType.APPLICATION_JSON)
public final class CollectorResource {

    private final @Nullable Collector collector;

    /** @param collector null when no file of hosts is set */
    public CollectorResource(@Nullable Collector collector) {
        this.collector = collector;
    }

    /** The file of hosts, what is wrong with it, and what came of the last scrapes of this instance. */
    @GET
    @Secured(Credential.OPERATOR)
    public Object status() {
        return collector == null ? CollectorAnswer.OFF : collector.answer();
    }
}
