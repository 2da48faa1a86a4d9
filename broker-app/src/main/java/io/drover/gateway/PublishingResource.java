package io.drover.gateway;

import io.drover.auth.Credential;
import io.drover.auth.Secured;
import io.drover.catalog.ConnectionName;
import io.drover.catalog.Resource;
import io.drover.fleet.FleetView;
import io.drover.http.ApiException;
import io.drover.http.Fields;
import io.drover.http.Parameters;
import io.drover.http.Query;
import io.drover.identity.InvalidUserNameException;
import io.drover.identity.UserName;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a user may be shown: for gateways that publish the broker's resources as connections of their own. */
@Path("/api/v1/broker/resources")
@Produces(MediaType.APPLICATION_JSON)
public final class PublishingResource {

    private static final int LONGEST_NAME = 4_096;
    private static final int LONGEST_TEXT = 512;
    private static final int MOST_GROUPS = 10_000;

    private final FleetView fleet;

    public PublishingResource(FleetView fleet) {
        this.fleet = fleet;
    }

    /** The enabled resources that a user may see, by name. */
    @GET
    @Secured(Credential.BROKER)
    @Parameters({"username", "groups"})
    public Published list(@Context UriInfo uri) {
        Query query = Query.of(uri);
        return visible(query.text("username").orElse(""), query.texts("groups"));
    }

    /** The same for a user whose groups are too many for an address. */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Secured(Credential.BROKER)
    public Published find(Fields body) {
        return body.leniently(in -> visible(
                in.longText("username", LONGEST_NAME).orElse(""),
                in.texts("groups", MOST_GROUPS, LONGEST_TEXT).orElse(List.of())));
    }

    private Published visible(String username, Collection<String> groups) {
        try {
            UserName.required("username", username);
        } catch (InvalidUserNameException e) {
            throw new ApiException(400, "invalid_request", String.valueOf(e.getMessage()));
        }
        Set<String> own = groups.stream().map(PublishingResource::key).collect(Collectors.toSet());
        return new Published(fleet.resources().stream()
                .filter(Resource::enabled)
                .filter(resource -> isFor(resource, own))
                .sorted(Comparator.comparing(Resource::name).thenComparing(Resource::id))
                .map(Item::of)
                .toList());
    }

    private static boolean isFor(Resource resource, Set<String> groups) {
        return resource.groups().isEmpty()
                || resource.groups().stream().map(PublishingResource::key).anyMatch(groups::contains);
    }

    /** Directories do not tell groups apart by case. */
    private static String key(String group) {
        return ConnectionName.key(group);
    }

    /** The resources of a user. */
    record Published(List<Item> items) {

        Published {
            items = List.copyOf(items);
        }
    }

    /**
     * What a gateway needs to show a resource, and to ask for it by its id.
     *
     * @param kind {@code desktop} or {@code remoteapp}
     * @param remoteApp alias with its pipes, empty for a desktop
     * @param remoteAppDir working directory
     * @param remoteAppArgs the arguments that the RemoteApp starts with
     */
    record Item(String id, String name, String kind, String remoteApp, String remoteAppDir, String remoteAppArgs) {

        static Item of(Resource resource) {
            boolean app = resource.kind().equals("remoteapp");
            return new Item(
                    resource.id(),
                    resource.name().isBlank() ? resource.id() : resource.name(),
                    resource.kind(),
                    app ? resource.remoteApp() : "",
                    app ? resource.remoteAppDir() : "",
                    app ? resource.startArguments() : "");
        }
    }
}
