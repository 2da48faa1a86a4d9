package io.drover.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * The SHA-256 of a random secret: what is kept in memory and compared instead of the secret. Two are compared in
 * constant time. Immutable.
 */
final class SecretHash {

    private final byte[] hash;

    private SecretHash(byte[] hash) {
        this.hash = hash;
    }

    /** The hash of a secret. */
    static SecretHash of(String secret) {
        try {
            return new SecretHash(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A hash as it was stored. */
    static SecretHash stored(byte[] hash) {
        return new SecretHash(hash.clone());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SecretHash that && MessageDigest.isEqual(hash, that.hash);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(hash);
    }

    /** Says nothing. */
    @Override
    public String toString() {
        return "SecretHash";
    }
}
