package io.drover.auth;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Supplier;

/**
 * Makes random lower-case hexadecimal texts that nobody can guess. Safe for use by many threads.
 *
 * @param bytes half the length of the text
 */
public record RandomHex(SecureRandom random, int bytes) implements Supplier<String> {

    @Override
    public String get() {
        byte[] value = new byte[bytes];
        random.nextBytes(value);
        return HexFormat.of().formatHex(value);
    }
}
