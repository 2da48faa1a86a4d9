package io.drover.auth;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Knows who presents a credential. Every comparison is of hashes, in constant time, against all keys. Safe for use by
 * many threads.
 */
final class Callers {

    private static final String SCHEME = "bearer ";
    private static final int MAX_SECRET = 512;

    private final SecretHash enrollment;
    private final List<Held> held;
    private final AgentTokens agents;

    Callers(PlainKeys keys, AgentTokens agents) {
        this.enrollment = SecretHash.of(keys.enrollment());
        this.agents = agents;
        this.held = Stream.concat(
                        keys.broker().stream()
                                .map(key -> new Held(SecretHash.of(key.secret()), new Caller.Broker(key.name()))),
                        keys.operators().stream()
                                .map(key -> new Held(
                                        SecretHash.of(key.secret()), new Caller.Operator(key.name(), key.role()))))
                .toList();
    }

    /**
     * Who sends a request with these headers.
     *
     * @param agentId the header {@code X-Agent-ID}
     * @param authorization the header {@code Authorization}
     */
    Caller identify(@Nullable String agentId, @Nullable String authorization) {
        Optional<SecretHash> presented = secret(authorization).map(SecretHash::of);
        if (presented.isEmpty()) {
            return new Caller.Unknown();
        }
        return agentId == null ? holder(presented.get()) : agent(agentId, presented.get());
    }

    /** Whether this is the token with which agents enrol. */
    boolean isEnrollmentToken(String token) {
        return enrollment.equals(SecretHash.of(token));
    }

    private Caller holder(SecretHash presented) {
        Caller found = new Caller.Unknown();
        for (Held key : held) {
            if (key.hash().equals(presented)) {
                found = key.caller();
            }
        }
        return found;
    }

    private Caller agent(String agentId, SecretHash presented) {
        boolean same = agents.hashOf(agentId)
                .filter(stored -> SecretHash.stored(stored).equals(presented))
                .isPresent();
        return same ? new Caller.Agent(agentId) : new Caller.Unknown();
    }

    private static Optional<String> secret(@Nullable String authorization) {
        if (authorization == null
                || authorization.length() > SCHEME.length() + MAX_SECRET
                || !authorization.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            return Optional.empty();
        }
        return Optional.of(authorization.substring(SCHEME.length()).strip()).filter(text -> !text.isEmpty());
    }

    private record Held(SecretHash hash, Caller caller) {}
}
