package io.drover.scenario.parse;

import io.drover.scenario.Request;
import io.drover.scenario.When;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads {@code when}. */
final class WhenParser {

    private static final int BURST_MOST = 1_000_000;

    static final Kind<When> KIND = Kind.map("when", WhenParser::parse);

    private WhenParser() {}

    static When parse(YamlMap map) {
        Request request = new Request(
                map.position(),
                map.require("username", Kind.TEXT, ""),
                map.orNull("resource_id", Kind.TEXT),
                map.orNull("farm_id", Kind.TEXT),
                map.orNull("connection_id", Kind.TEXT),
                map.orNull("connection_name", Kind.TEXT),
                map.orNull("data_source", Kind.TEXT),
                map.take("groups", Kind.TEXTS, List.of()),
                map.orNull("client_address", Kind.TEXT),
                map.take("exclude_agent_ids", Kind.TEXTS, List.of()),
                map.orNull("request_id", Kind.TEXT));
        When.Endpoint endpoint = map.take("endpoint", Vocabulary.ENDPOINT, When.Endpoint.RESOLVE);
        Optional<Integer> burst = map.take("burst", Kind.integer(1, BURST_MOST));
        Optional<YamlValue> within = map.value("within", Kind.DURATION);
        if (within.isPresent() && burst.isEmpty()) {
            within.get().problemOfKey("goes with \"burst\"", "");
        }
        Duration over = within.map(Kind.DURATION::read).orElse(Duration.ZERO);
        map.done();
        return burst.isPresent()
                ? new When.Burst(burst.get(), request, endpoint, over)
                : new When.One(request, endpoint);
    }
}
