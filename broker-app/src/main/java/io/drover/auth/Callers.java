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

    /** Longer credentials are not looked at. */
    static final int MAX_SECRET = 512;

    private final AgentTokens agents;
    private volatile Keys keys;

    Callers(PlainKeys keys, AgentTokens agents) {
        this.keys = Keys.of(keys);
        this.agents = agents;
    }

    /** Knows these keys from now on, and no others. Answers whether they are other ones. */
    boolean replace(PlainKeys plain) {
        Keys found = Keys.of(plain);
        boolean others = !found.equals(keys);
        keys = found;
        return others;
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
        return keys.enrollment().equals(SecretHash.of(token));
    }

    private Caller holder(SecretHash presented) {
        Caller found = new Caller.Unknown();
        for (Held key : keys.held()) {
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

    private record Keys(SecretHash enrollment, List<Held> held) {

        static Keys of(PlainKeys plain) {
            List<Held> held = Stream.concat(
                            plain.broker().stream()
                                    .map(key -> new Held(SecretHash.of(key.secret()), new Caller.Broker(key.name()))),
                            plain.operators().stream()
                                    .map(key -> new Held(
                                            SecretHash.of(key.secret()), new Caller.Operator(key.name(), key.role()))))
                    .toList();
            return new Keys(SecretHash.of(plain.enrollment()), held);
        }
    }
}
