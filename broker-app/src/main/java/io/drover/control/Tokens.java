package io.drover.control;

/** Where ids and secrets come from. */
public interface Tokens {

    /** A new word of two lower-case hexadecimal digits for each byte. */
    String next(int bytes);
}
