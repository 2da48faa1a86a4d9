package io.drover.scenario;

/**
 * A lease that exists before anybody asks.
 *
 * @param position where the file says so
 * @param agent the host, which need not exist any more
 * @param username the name it was taken under, in any spelling
 * @param farm the farm's id, empty for the whole fleet
 * @param resource the resource's id, empty when one lease serves all resources of the farm
 * @param expiresIn seconds until it ends; zero or less has ended
 */
public record GivenLease(
        Position position, String agent, String username, String farm, String resource, double expiresIn) {}
