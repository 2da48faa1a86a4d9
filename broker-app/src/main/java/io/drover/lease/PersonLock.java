package io.drover.lease;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The number that stands for a person in PostgreSQL's advisory locks: the first eight bytes, big-endian, of the SHA-256
 * of the folded user part in UTF-8. Every instance and version must compute the same; two persons that share a number
 * only wait for each other.
 */
final class PersonLock {

    private PersonLock() {}

    static long of(String person) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(person.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(hash).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
