package io.drover.fleet;

import io.dropwizard.auth.Auth;
import io.drover.auth.Caller;
import io.drover.auth.Credential;
import io.drover.auth.Role;
import io.drover.auth.Secured;
import io.drover.control.Actor;
import io.drover.control.Page;
import io.drover.http.ApiException;
import io.drover.http.Changes;
import io.drover.http.Fields;
import io.drover.http.Parameters;
import io.drover.http.Query;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.jspecify.annotations.Nullable;

/** Farms, as operators see and change them. */
@Path("/api/v1/farms")
@Produces(MediaType.APPLICATION_JSON)
public final class FarmResource {

    private final FarmService farms;

    public FarmResource(FarmService farms) {
        this.farms = farms;
    }

    /** A page of the farms, newest first. */
    @GET
    @Secured(Credential.OPERATOR)
    @Parameters(page = true)
    public Page<Farm> list(@Context UriInfo uri) {
        return farms.list(Query.of(uri).page());
    }

    /** One farm. */
    @GET
    @Path("{id}")
    @Secured(Credential.OPERATOR)
    public Response get(@PathParam("id") String id) {
        Farm farm = farms.find(id).orElseThrow(() -> ApiException.notFound("farm", id));
        return Changes.ok(farm, farm.controlVersion());
    }

    /** Adds a farm. */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Secured(value = Credential.OPERATOR, role = Role.OPERATOR)
    public Response create(@Auth Caller.Operator caller, @Context UriInfo uri, Fields body) {
        Farm farm = Changes.done(farms.create(Changes.read(body, FarmDraft::read), Actor.operator(caller.name())));
        return Response.created(uri.getAbsolutePathBuilder().path(farm.id()).build())
                .entity(farm)
                .tag(Changes.tag(farm.controlVersion()))
                .build();
    }

    /** Replaces a farm as a whole. */
    @PUT
    @Path("{id}")
    @Consumes(MediaType.APPLICATION_JSON)
    @Secured(value = Credential.OPERATOR, role = Role.OPERATOR)
    public Response replace(
            @Auth Caller.Operator caller,
            @PathParam("id") String id,
            @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            Fields body) {
        Farm farm = Changes.done(farms.replace(
                id, Changes.read(body, FarmDraft::read), Changes.expected(ifMatch), Actor.operator(caller.name())));
        return Changes.ok(farm, farm.controlVersion());
    }

    /** Deletes a farm; one that enabled resources point to only with {@code ?force=true}. */
    @DELETE
    @Path("{id}")
    @Secured(value = Credential.OPERATOR, role = Role.OPERATOR)
    @Parameters("force")
    public void delete(
            @Auth Caller.Operator caller,
            @PathParam("id") String id,
            @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            @Context UriInfo uri) {
        boolean force = Query.of(uri).flag("force");
        Changes.done(farms.delete(id, Changes.expected(ifMatch), force, Actor.operator(caller.name())));
    }
}
