package io.drover.scenario;

import org.jspecify.annotations.Nullable;

/**
 * A session row as an agent reports it, not yet cleaned.
 *
 * @param position where the file says so
 * @param agent the agent that reports it
 * @param user the user field, which may itself hold a domain; empty for rows of the system
 * @param domain the domain field, null when the row has none
 * @param state the state as reported, {@code Active} by default
 * @param id the host's number of the session; null when the file does not care
 * @param started seconds since the logon, null when unknown
 * @param stationName name of the window station, null when the row has none
 */
public record SessionRow(
        Position position,
        String agent,
        String user,
        @Nullable String domain,
        String state,
        @Nullable Long id,
        @Nullable Double started,
        @Nullable String stationName) {}
