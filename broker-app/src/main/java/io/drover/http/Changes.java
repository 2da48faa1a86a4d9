package io.drover.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.control.Change;
import io.drover.control.Refusal;
import io.drover.control.Violations;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Response;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How changes by operators are answered, and how {@code ETag} and {@code If-Match} guard them. */
public final class Changes {

    private static final Pattern TAG = Pattern.compile("\"(\\d{1,18})\"");

    private Changes() {}

    /**
     * What a body asks for.
     *
     * @param reader notes what is wrong with the body
     * @throws ApiException 400 when something is
     */
    public static <T> T read(Fields body, BiFunction<JsonNode, Violations, T> reader) {
        Violations violations = new Violations();
        T asked = reader.apply(body.json(), violations);
        if (!violations.isEmpty()) {
            throw error(new Refusal.Invalid(violations.list()));
        }
        return asked;
    }

    /**
     * What was changed.
     *
     * @throws ApiException when the change was refused
     */
    public static <T> T done(Change<T> change) {
        if (change instanceof Change.Refused<T> refused) {
            throw error(refused.refusal());
        }
        return ((Change.Done<T>) change).value();
    }

    /** The error that says why a change was refused. */
    public static ApiException error(Refusal refusal) {
        String message = refusal.message();
        if (refusal instanceof Refusal.Invalid) {
            return new ApiException(400, "invalid_request", message);
        }
        if (refusal instanceof Refusal.NotFound) {
            return new ApiException(404, "not_found", message);
        }
        if (refusal instanceof Refusal.StaleVersion) {
            return new ApiException(412, "stale_version", message);
        }
        if (refusal instanceof Refusal.TooManyCommands) {
            return new ApiException(429, "too_many_commands", message);
        }
        return ApiException.conflict(conflict(refusal), message);
    }

    private static String conflict(Refusal refusal) {
        if (refusal instanceof Refusal.AlreadyExists) {
            return "already_exists";
        }
        if (refusal instanceof Refusal.DuplicateMapping) {
            return "duplicate_mapping";
        }
        if (refusal instanceof Refusal.InUse) {
            return "in_use";
        }
        if (refusal instanceof Refusal.HostInUse) {
            return "host_in_use";
        }
        if (refusal instanceof Refusal.TakesNoCommands) {
            return "takes_no_commands";
        }
        return refusal instanceof Refusal.LastEligibleHost ? "last_eligible_host" : "conflict";
    }

    /**
     * The version that a client saw.
     *
     * @param ifMatch the header {@code If-Match}
     * @return null when any version will do
     */
    public static @Nullable Long expected(@Nullable String ifMatch) {
        if (ifMatch == null || ifMatch.strip().equals("*")) {
            return null;
        }
        Matcher tag = TAG.matcher(ifMatch.strip());
        if (!tag.matches()) {
            throw ApiException.invalid("If-Match", "must be the ETag of an answer, for example \"7\"");
        }
        return Long.valueOf(tag.group(1));
    }

    /** 200 with a thing and its version. */
    public static Response ok(Object thing, long version) {
        return Response.ok(thing).tag(tag(version)).build();
    }

    /** The version as an {@code ETag}. */
    public static EntityTag tag(long version) {
        return new EntityTag(Long.toString(version));
    }
}
