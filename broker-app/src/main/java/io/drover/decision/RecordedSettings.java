package io.drover.decision;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.drover.policy.fact.Settings;

/** The settings that rules read, as they were. */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record RecordedSettings(
        String defaultFarmId,
        boolean reconnectExisting,
        boolean reconnectAcrossResources,
        boolean singleSessionPerUser,
        int minHealthScore) {

    /** What the rules read. */
    public static RecordedSettings of(Settings settings) {
        return new RecordedSettings(
                settings.getDefault_farm_id(),
                settings.isReconnect_existing(),
                settings.isReconnect_across_resources(),
                settings.isSingle_session_per_user(),
                settings.getMin_health_score());
    }

    /** The fact that rules read, for deciding again. */
    public Settings facts() {
        return new Settings(
                defaultFarmId, reconnectExisting, reconnectAcrossResources, singleSessionPerUser, minHealthScore);
    }
}
