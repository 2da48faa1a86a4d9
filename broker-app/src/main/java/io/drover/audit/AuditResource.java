package io.drover.audit;

import io.drover.auth.Credential;
import io.drover.auth.Secured;
import io.drover.control.Page;
import io.drover.http.Parameters;
import io.drover.http.Query;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who changed what, as operators see it. */
@Path("/api/v1/audit")
@Produces(MediaType.APPLICATION_JSON)
public final class AuditResource {

    private static final Map<String, String> KINDS = Stream.of(
                    "agent", "agent_policy", "farm", "instance", "lease", "policy", "resource")
            .collect(Collectors.toMap(Function.identity(), Function.identity()));

    private final AuditLog audit;

    public AuditResource(AuditLog audit) {
        this.audit = audit;
    }

    /** A page of the audit, newest first; {@code who}, {@code object_kind} and {@code object_id} narrow it. */
    @GET
    @Secured(Credential.OPERATOR)
    @Parameters(
            value = {"who", "object_kind", "object_id"},
            page = true)
    public Page<AuditEntry> list(@Context UriInfo uri) {
        Query query = Query.of(uri);
        AuditFilter filter = new AuditFilter(
                query.text("who").orElse(""),
                query.choice("object_kind", KINDS).orElse(""),
                query.text("object_id").orElse(""));
        return audit.list(filter, query.page());
    }
}
