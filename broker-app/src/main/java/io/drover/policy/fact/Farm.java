package io.drover.policy.fact;

import java.util.List;
import java.util.Map;

/** A farm, as rules see it. The whole fleet is one too, with an empty id. */
public final class Farm {

    private final FarmView view;

    public Farm(FarmView view) {
        this.view = view;
    }

    /** The data behind this fact. Not for rules. */
    public FarmView view() {
        return view;
    }

    /** The farm's id, empty for the whole fleet. */
    public String getId() {
        return view.id();
    }

    /** Whether this stands for all hosts. */
    public boolean isWhole_fleet() {
        return view.id().isEmpty();
    }

    /** Whether the farm serves anybody. */
    public boolean isEnabled() {
        return view.enabled();
    }

    /** Hosts that the farm lists. */
    public List<String> getAgent_ids() {
        return view.agentIds();
    }

    /** Labels that make a host a member; never null. */
    public Map<String, String> getRequired_tags() {
        return view.requiredTags();
    }

    /** The strategy's name. */
    public String getStrategy() {
        return view.strategy();
    }

    /** Whether one of the best few is picked instead of the very best. */
    public boolean isJitter() {
        return view.jitter();
    }

    /** 0 to 100: the farm's own limit, or else the setting's. */
    public int getMin_health_score() {
        return view.minHealthScore();
    }

    @Override
    public String toString() {
        return "Farm " + view.id();
    }
}
