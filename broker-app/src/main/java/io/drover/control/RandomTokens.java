package io.drover.control;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Words that nobody can guess. Safe for use by many threads. */
public final class RandomTokens implements Tokens {

    private final SecureRandom random = new SecureRandom();

    @Override
    public String next(int bytes) {
        byte[] word = new byte[bytes];
        random.nextBytes(word);
        return HexFormat.of().formatHex(word);
    }
}
