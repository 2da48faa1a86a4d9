package io.drover;

/**
 * A host whose agent has enrolled.
 *
 * @param id the agent's id
 * @param token its secret
 * @param name its hostname
 */
record EnrolledHost(String id, String token, String name) {}
