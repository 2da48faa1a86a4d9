package io.drover.fleet;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The hashes of agents' tokens. Those of agents that report are kept, and read again when the agent changes, so that
 * hosts go on reporting while the database is away; the tokens themselves are kept nowhere. Safe for use by many
 * threads.
 */
public final class TokenHashes implements FleetListener {

    private static final Duration KEPT = Duration.ofMinutes(10);
    private static final int MOST = 50_000;
    private static final int ID_LENGTH = 32;

    private final AgentDao dao;
    private final Cache<String, String> hashes =
            Caffeine.newBuilder().maximumSize(MOST).expireAfterAccess(KEPT).build();

    public TokenHashes(AgentDao dao) {
        this.dao = dao;
    }

    /**
     * SHA-256 of an agent's token, 32 bytes, to be compared in constant time; empty when there is no such agent. May
     * ask the database.
     */
    public Optional<byte[]> hashOf(String agentId) {
        if (agentId.length() != ID_LENGTH) {
            return Optional.empty();
        }
        return Optional.ofNullable(hashes.get(agentId, id -> dao.tokenHash(id).orElse(null)))
                .map(HexFormat.of()::parseHex);
    }

    /** SHA-256 of a token, in hexadecimal digits. A token is random and long, so it needs no salt. */
    static String hash(String token) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public void agentsChanged(Set<String> ids) {
        Renewal.of(hashes.asMap(), ids, dao::tokenHash);
    }

    @Override
    public void reload() {
        Map<String, String> current =
                dao.tokenHashes().stream().collect(Collectors.toMap(AgentDao.TokenHash::id, AgentDao.TokenHash::hash));
        hashes.asMap().entrySet().removeIf(kept -> !kept.getValue().equals(current.get(kept.getKey())));
    }
}
