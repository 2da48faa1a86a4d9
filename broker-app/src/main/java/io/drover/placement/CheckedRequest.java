package io.drover.placement;

import io.drover.catalog.ConnectionName;
import io.drover.identity.InvalidUserNameException;
import io.drover.identity.UserName;
import io.drover.policy.fact.CallView;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A request whose every field is sound.
 *
 * @param user who asks
 * @param call what is asked
 * @param avoid hosts that the caller excludes
 * @param requestId the caller's id of the user's action, empty when not given
 */
record CheckedRequest(UserName user, CallView call, Set<String> avoid, String requestId) {

    private static final int LONGEST_TEXT = 512;
    private static final int MOST_GROUPS = 10_000;
    private static final int MOST_EXCLUDED = 1_000;

    CheckedRequest {
        avoid = Set.copyOf(avoid);
    }

    /** A field that is not sound. */
    static final class UnsoundException extends Exception {
        UnsoundException(String sentence) {
            super(sentence);
        }

        UnsoundException(String field, String reason) {
            this(field + ": " + reason);
        }
    }

    static CheckedRequest of(PlacementRequest request) throws UnsoundException {
        CallView call = new CallView(
                text("resource_id", request.resourceId()),
                text("farm_id", request.farmId()),
                text("connection_id", request.connectionId()),
                ConnectionName.key(text("connection_name", request.connectionName())),
                text("data_source", request.dataSource()),
                texts("groups", request.groups(), MOST_GROUPS),
                text("client_address", request.clientAddress()),
                text("node_id", request.nodeId()));
        return new CheckedRequest(
                user(request.username()),
                call,
                texts("exclude_agent_ids", request.excludeAgentIds(), MOST_EXCLUDED),
                text("request_id", request.requestId()));
    }

    private static UserName user(String username) throws UnsoundException {
        try {
            return UserName.required("username", username);
        } catch (InvalidUserNameException e) {
            throw new UnsoundException(String.valueOf(e.getMessage()));
        }
    }

    private static Set<String> texts(String field, List<String> values, int most) throws UnsoundException {
        if (values.size() > most) {
            throw new UnsoundException(field, "has " + values.size() + " entries, at most " + most + " are taken");
        }
        Set<String> sound = new TreeSet<>();
        for (String value : values) {
            sound.add(text(field, value));
        }
        return sound;
    }

    private static String text(String field, String value) throws UnsoundException {
        if (value.length() > LONGEST_TEXT) {
            throw new UnsoundException(field, "is longer than " + LONGEST_TEXT + " characters");
        }
        for (int i = 0; i < value.length(); i++) {
            if (Character.isISOControl(value.charAt(i))) {
                throw new UnsoundException(field, "has a control character");
            }
        }
        return value.strip();
    }
}
