package io.drover.lease;

import io.dropwizard.auth.Auth;
import io.drover.auth.Caller;
import io.drover.auth.Credential;
import io.drover.auth.Role;
import io.drover.auth.Secured;
import io.drover.control.Actor;
import io.drover.control.Cursor;
import io.drover.control.Page;
import io.drover.control.PageRequest;
import io.drover.http.ApiException;
import io.drover.http.Parameters;
import io.drover.http.Query;
import io.drover.identity.InvalidUserNameException;
import io.drover.identity.UserName;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Leases, as operators see and end them. */
@Path("/api/v1/leases")
@Produces(MediaType.APPLICATION_JSON)
public final class LeaseResource {

    private final LeaseDao leases;
    private final Consumer<List<Lease>> released;

    /**
     * Shows and ends these leases.
     *
     * @param released is told which leases were ended, after it was committed
     */
    public LeaseResource(LeaseDao leases, Consumer<List<Lease>> released) {
        this.leases = leases;
        this.released = released;
    }

    /**
     * A page of the leases that hold, last written first. {@code ?user=} shows those of everybody with this user part,
     * whatever the domain; {@code agent} and {@code farm} are ids.
     */
    @GET
    @Secured(Credential.OPERATOR)
    @Parameters(
            value = {"user", "agent", "farm"},
            page = true)
    public Page<LeaseAnswer> list(@Context UriInfo uri) {
        Query query = Query.of(uri);
        LeaseFilter filter = new LeaseFilter(
                query.text("user").map(LeaseResource::person).orElse(null),
                null,
                query.text("agent").orElse(null),
                query.text("farm").orElse(null));
        PageRequest page = query.page();
        return Page.of(
                page,
                leases.list(filter, belowRev(page.after()), page.limit() + 1),
                LeaseAnswer::of,
                lease -> new Cursor(lease.grantedAt(), Long.toString(lease.rev())));
    }

    /** Ends a lease: the user's next placement is decided anew. */
    @DELETE
    @Path("{id}")
    @Secured(value = Credential.OPERATOR, role = Role.OPERATOR)
    public void delete(@Auth Caller.Operator caller, @PathParam("id") String id) {
        String who = Actor.operator(caller.name()).name();
        Lease lease = LeaseKey.ofId(id)
                .flatMap(key -> leases.release(key, who))
                .orElseThrow(() -> ApiException.notFound("lease", id));
        released.accept(List.of(lease));
    }

    private static String person(String name) {
        try {
            return UserName.parse(name).user();
        } catch (InvalidUserNameException e) {
            throw ApiException.invalid("user", String.valueOf(e.getMessage()));
        }
    }

    private static long belowRev(Cursor cursor) {
        return Optional.of(cursor.id())
                .filter(id -> id.matches("\\d{1,18}"))
                .map(Long::valueOf)
                .orElse(Long.MAX_VALUE);
    }
}
