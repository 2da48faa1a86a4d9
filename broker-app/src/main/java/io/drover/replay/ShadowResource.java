package io.drover.replay;

import io.drover.auth.Credential;
import io.drover.auth.Secured;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** What the candidate rules would have decided beside those that do. */
@Path("/api/v1/policy/shadow")
@Produces(MediaType.APPLICATION_JSON)
public final class ShadowResource {

    private final Shadow shadow;

    public ShadowResource(Shadow shadow) {
        this.shadow = shadow;
    }

    /** How the candidate does. */
    @GET
    @Secured(Credential.OPERATOR)
    public ShadowAnswer status() {
        return shadow.answer();
    }
}
