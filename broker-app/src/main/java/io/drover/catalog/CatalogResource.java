package io.drover.catalog;

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

/** Published resources, as operators see and change them. */
@Path("/api/v1/resources")
@Produces(MediaType.APPLICATION_JSON)
public final class CatalogResource {

    private final ResourceService resources;

    public CatalogResource(ResourceService resources) {
        this.resources = resources;
    }

    /** A page of the resources, newest first. */
    @GET
    @Secured(Credential.OPERATOR)
    @Parameters(page = true)
    public Page<Resource> list(@Context UriInfo uri) {
        return resources.list(Query.of(uri).page());
    }

    /** One resource. */
    @GET
    @Path("{id}")
    @Secured(Credential.OPERATOR)
    public Response get(@PathParam("id") String id) {
        Resource resource = resources.find(id).orElseThrow(() -> ApiException.notFound("resource", id));
        return Changes.ok(resource, resource.controlVersion());
    }

    /** Adds a resource. */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Secured(value = Credential.OPERATOR, role = Role.OPERATOR)
    public Response create(@Auth Caller.Operator caller, @Context UriInfo uri, Fields body) {
        Resource resource =
                Changes.done(resources.create(Changes.read(body, ResourceDraft::read), Actor.operator(caller.name())));
        return Response.created(uri.getAbsolutePathBuilder().path(resource.id()).build())
                .entity(resource)
                .tag(Changes.tag(resource.controlVersion()))
                .build();
    }

    /** Replaces a resource as a whole. */
    @PUT
    @Path("{id}")
    @Consumes(MediaType.APPLICATION_JSON)
    @Secured(value = Credential.OPERATOR, role = Role.OPERATOR)
    public Response replace(
            @Auth Caller.Operator caller,
            @PathParam("id") String id,
            @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            Fields body) {
        Resource resource = Changes.done(resources.replace(
                id, Changes.read(body, ResourceDraft::read), Changes.expected(ifMatch), Actor.operator(caller.name())));
        return Changes.ok(resource, resource.controlVersion());
    }

    /** Deletes a resource. */
    @DELETE
    @Path("{id}")
    @Secured(value = Credential.OPERATOR, role = Role.OPERATOR)
    public void delete(
            @Auth Caller.Operator caller,
            @PathParam("id") String id,
            @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
        Changes.done(resources.delete(id, Changes.expected(ifMatch), Actor.operator(caller.name())));
    }
}
