package io.drover.scenario.parse;

import io.drover.scenario.Request;
import io.drover.scenario.When;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Reads {@code when}. */
final class WhenParser {

    private static final int BURST_MOST = 1_000_000;

    private WhenParser() {}

    static When parse(YamlMap map) {
        Request request = new Request(
                map.position(),
                map.require("username").map(YamlValue::text).orElse(""),
                map.orNull("resource_id", YamlValue::text),
                map.orNull("farm_id", YamlValue::text),
                map.orNull("connection_id", YamlValue::text),
                map.orNull("connection_name", YamlValue::text),
                map.orNull("data_source", YamlValue::text),
                map.take("groups").map(YamlValue::texts).orElse(List.of()),
                map.orNull("client_address", YamlValue::text),
                map.take("exclude_agent_ids").map(YamlValue::texts).orElse(List.of()),
                map.orNull("request_id", YamlValue::text));
        When.Endpoint endpoint = map.take("endpoint").map(WhenParser::endpoint).orElse(When.Endpoint.RESOLVE);
        When when = map.has("burst") ? burst(map, request, endpoint) : new When.One(request, endpoint);
        map.done();
        return when;
    }

    private static When burst(YamlMap map, Request request, When.Endpoint endpoint) {
        int count =
                map.require("burst").map(value -> value.integer(1, BURST_MOST)).orElse(1);
        Duration within = map.take("within").map(YamlValue::duration).orElse(Duration.ZERO);
        return new When.Burst(count, request, endpoint, within);
    }

    private static When.Endpoint endpoint(YamlValue value) {
        String word = value.word("endpoint", Vocabulary.ENDPOINTS);
        return Vocabulary.ENDPOINTS.contains(word)
                ? When.Endpoint.valueOf(word.toUpperCase(Locale.ROOT))
                : When.Endpoint.RESOLVE;
    }
}
