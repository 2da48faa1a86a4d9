package io.drover.scenario.parse;

import io.drover.scenario.SettingsOverlay;

/** Reads {@code settings}. */
public final class SettingsParser {

    public static final Kind<SettingsOverlay> KIND = Kind.map("settings", SettingsParser::parse);

    private SettingsParser() {}

    private static SettingsOverlay parse(YamlMap map) {
        SettingsOverlay settings = new SettingsOverlay(
                map.field("offline_after_seconds", Kind.COUNT),
                map.field("lease_seconds", Kind.COUNT),
                map.field("min_health_score", Kind.integer(0, 100)),
                map.field("pending_seconds", Kind.COUNT),
                map.field("slow_start_seconds", Kind.COUNT),
                map.field("reconnect_existing", Kind.BOOL),
                map.field("reconnect_across_resources", Kind.BOOL),
                map.field("single_session_per_user", Kind.BOOL),
                map.field("default_farm_id", Kind.TEXT),
                map.field("domains", Kind.TEXTS.named()),
                map.field("time_zone", Kind.ZONE),
                map.field("token_prefix", Kind.WORDS));
        map.done();
        return settings;
    }
}
