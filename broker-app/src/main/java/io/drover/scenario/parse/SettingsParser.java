package io.drover.scenario.parse;

import io.drover.scenario.SettingsOverlay;

/** Reads {@code settings}. */
final class SettingsParser {

    private SettingsParser() {}

    static SettingsOverlay parse(YamlMap map) {
        SettingsOverlay settings = new SettingsOverlay(
                map.field("offline_after_seconds", SettingsParser::seconds),
                map.field("lease_seconds", SettingsParser::seconds),
                map.field("min_health_score", value -> value.integer(0, 100)),
                map.field("pending_seconds", SettingsParser::seconds),
                map.field("reconnect_existing", YamlValue::bool),
                map.field("reconnect_across_resources", YamlValue::bool),
                map.field("single_session_per_user", YamlValue::bool),
                map.field("default_farm_id", YamlValue::text),
                map.field("domains", value -> value.named(YamlValue::texts)),
                map.field("token_prefix", YamlValue::words));
        map.done();
        return settings;
    }

    private static int seconds(YamlValue value) {
        return value.integer(0, Integer.MAX_VALUE);
    }
}
