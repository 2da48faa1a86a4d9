package io.drover.placement;

import io.drover.fleet.FleetView;
import io.drover.identity.UserName;

/** What came of a dry run. */
public sealed interface Explanation {

    /** The request is sound; this would be decided. */
    record Explained(UserName user, FleetView.Explained explained) implements Explanation {}

    /** The request is not sound: field and reason. */
    record Unsound(String message) implements Explanation {}
}
