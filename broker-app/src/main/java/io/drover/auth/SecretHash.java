package io.drover.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * The SHA-256 of a random secret: what is stored and compared instead of the secret. Two are compared in constant time.
 * Immutable.
 */
public final class SecretHash {

    private static final int BYTES = 32;

    private final byte[] hash;

    private SecretHash(byte[] hash) {
        this.hash = hash;
    }

    /** The hash of a secret. */
    public static SecretHash of(String secret) {
        try {
            return new SecretHash(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A hash as it was stored: 32 bytes. */
    public static SecretHash stored(byte[] hash) {
        if (hash.length != BYTES) {
            throw new IllegalArgumentException("a hash has " + BYTES + " bytes, not " + hash.length);
        }
        return new SecretHash(hash.clone());
    }

    /** What is stored: 32 bytes. */
    public byte[] bytes() {
        return hash.clone();
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
