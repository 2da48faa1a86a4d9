package io.drover;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A kind of credential that may come with a request.
 *
 * @param name what it is, for messages
 * @param caller what it stands for in {@link Route#callers()}: agent, broker or a role; empty when for nobody
 * @param headers how it is presented
 */
record CredentialClass(String name, String caller, Map<String, String> headers) {

    private static final String WRONG = "wrong-0a4c6e8b1d3f57920f6b";

    private static final List<String> ROLES = List.of("viewer", "operator", "policy_author", "admin");

    /** What is to come of a request. */
    enum Verdict {
        PASSED,
        UNKNOWN,
        FORBIDDEN,
        /** It is not the headers that count, and the body has nothing. */
        REFUSED;

        boolean allows(int status) {
            return switch (this) {
                case PASSED -> status != 401 && status != 403 && status != 429 && (status < 500 || status == 503);
                case UNKNOWN -> status == 401 || status == 429;
                case FORBIDDEN -> status == 403;
                case REFUSED -> status >= 400 && status < 500;
            };
        }
    }

    /**
     * All there are.
     *
     * @param agent an agent
     * @param other another one
     * @param gone one that was deleted
     * @param formerToken what the agent had before it enrolled again
     */
    static List<CredentialClass> all(EnrolledHost agent, EnrolledHost other, EnrolledHost gone, String formerToken) {
        return List.of(
                new CredentialClass("nothing", "", Map.of()),
                new CredentialClass("a wrong key", "", bearer(WRONG)),
                new CredentialClass(
                        "a key under another scheme",
                        "",
                        Map.of("Authorization", "Basic " + BrokerInstance.OPERATOR_KEY)),
                new CredentialClass("the enrolment key", "", bearer(BrokerInstance.ENROLLMENT_KEY)),
                new CredentialClass("an agent's token", "agent", agent(agent.id(), agent.token())),
                new CredentialClass("an agent's token without its id", "", bearer(agent.token())),
                new CredentialClass("another agent's token", "", agent(agent.id(), other.token())),
                new CredentialClass("a deleted agent's token", "", agent(gone.id(), gone.token())),
                new CredentialClass("the token that an agent had before", "", agent(agent.id(), formerToken)),
                new CredentialClass(
                        "an admin's key with an agent's id", "", agent(agent.id(), BrokerInstance.OPERATOR_KEY)),
                new CredentialClass("a broker key", "broker", bearer(BrokerInstance.BROKER_KEY)),
                new CredentialClass("the second broker key", "broker", bearer(BrokerInstance.SECOND_BROKER_KEY)),
                new CredentialClass("a viewer's key", "viewer", bearer(BrokerInstance.VIEWER_KEY)),
                new CredentialClass("an operator's key", "operator", bearer(BrokerInstance.HELPDESK_KEY)),
                new CredentialClass("a policy author's key", "policy_author", bearer(BrokerInstance.AUTHOR_KEY)),
                new CredentialClass("an admin's key", "admin", bearer(BrokerInstance.OPERATOR_KEY)));
    }

    /** What is to come of it where these may call, in the words of {@link Route#callers()}. */
    Verdict on(String callers) {
        List<String> may = Arrays.asList(callers.split(" "));
        if (may.contains("public") || may.contains("enrollment")) {
            return callers.equals("public") ? Verdict.PASSED : Verdict.REFUSED;
        }
        if (may.contains(caller)) {
            return Verdict.PASSED;
        }
        return may.stream()
                .filter(ROLES::contains)
                .findFirst()
                .filter(role -> ROLES.contains(caller))
                .map(role -> covers(role) ? Verdict.PASSED : Verdict.FORBIDDEN)
                .orElse(Verdict.UNKNOWN);
    }

    /**
     * An operator may all but the policy, a policy author all that a viewer may and the policy, an admin everything.
     */
    private boolean covers(String role) {
        return caller.equals("admin") || caller.equals(role) || role.equals("viewer");
    }

    /** The key or token alone, empty when there is none. */
    String secret() {
        String header = headers.getOrDefault("Authorization", "");
        return header.substring(header.indexOf(' ') + 1);
    }

    private static Map<String, String> bearer(String key) {
        return Map.of("Authorization", "Bearer " + key);
    }

    private static Map<String, String> agent(String id, String token) {
        return Map.of("Authorization", "Bearer " + token, "X-Agent-ID", id);
    }

    @Override
    public String toString() {
        return name;
    }
}
