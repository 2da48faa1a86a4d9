package io.drover.policy;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;

/** The numbers of placement that tests rest on. */
public final class SampleSettings {

    /** Hosts are offline after 30 s, leases hold for 15 min, placements are under way for a minute. */
    public static final PlacementSettings PLACEMENT = new PlacementSettings(
            true,
            Duration.ofSeconds(30),
            Duration.ofMinutes(15),
            60,
            Duration.ofMinutes(1),
            Duration.ZERO,
            true,
            true,
            true,
            "",
            Map.of(),
            ZoneOffset.UTC,
            "SESSIONGUARD");

    private SampleSettings() {}
}
