package io.drover.degraded;

import java.time.Instant;

/**
 * What this instance knows may be wrong: it stood still, or lost its connection.
 *
 * @param since when it was right for sure, the last time
 * @param raised when something last put it in doubt
 */
public record Doubt(Instant since, Instant raised) {}
