package io.drover.identity;

/**
 * A user name, folded so that two spellings of one name are equal.
 *
 * @param user the user part, never empty
 * @param domain the domain part; empty for a short name, {@code "."} for an account local to the target host
 */
public record UserName(String user, String domain) {}
