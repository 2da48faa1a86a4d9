package io.drover.placement;

import io.drover.fleet.FleetView;

/** What came of a dry run. */
public sealed interface Explanation {

    /** The request is sound; this would be decided. */
    record Explained(FleetView.Explained explained) implements Explanation {}

    /** The request is not sound: field and reason. */
    record Unsound(String message) implements Explanation {}
}
