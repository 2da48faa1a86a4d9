package io.drover.placement;

import io.drover.placement.PlacementDecision.Placed;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The eight tokens of the form that {@code broker/tokens} answers. */
public final class TokenForm {

    private static final List<String> OF_RESOURCE =
            List.of("_RESOURCE_ID", "_REMOTE_APP", "_REMOTE_APP_DIR", "_REMOTE_APP_ARGS");

    private final String prefix;

    /** @param prefix what every token's name starts with, without the underscore */
    public TokenForm(String prefix) {
        this.prefix = prefix;
    }

    /** Exactly eight tokens, in ascending order of their names; empty where there is nothing to say. */
    public SortedMap<String, String> of(Placed placed) {
        SortedMap<String, String> form = new TreeMap<>();
        OF_RESOURCE.forEach(name -> form.put(prefix + name, ""));
        form.putAll(placed.tokens());
        form.put(prefix + "_FARM_ID", placed.farmId());
        form.put(prefix + "_REASON", placed.reason().text());
        return form;
    }
}
