package io.drover.decision;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.drover.policy.PlacementSettings;
import io.drover.policy.fact.Settings;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings that decide, as they were.
 *
 * @param domains DNS names of domains by NetBIOS name; left out when there are none
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record RecordedSettings(
        String defaultFarmId,
        boolean reconnectExisting,
        boolean reconnectAcrossResources,
        boolean singleSessionPerUser,
        int minHealthScore,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, List<String>> domains) {

    public RecordedSettings {
        domains = known(domains);
    }

    private static Map<String, List<String>> known(@Nullable Map<String, List<String>> domains) {
        return domains == null ? Map.of() : Map.copyOf(domains);
    }

    /** What the rules read. */
    public static RecordedSettings of(Settings settings) {
        return of(settings, Map.of());
    }

    /** What decides. */
    public static RecordedSettings of(PlacementSettings settings) {
        return of(settings.facts(), settings.domains());
    }

    private static RecordedSettings of(Settings settings, Map<String, List<String>> domains) {
        return new RecordedSettings(
                settings.getDefault_farm_id(),
                settings.isReconnect_existing(),
                settings.isReconnect_across_resources(),
                settings.isSingle_session_per_user(),
                settings.getMin_health_score(),
                domains);
    }

    /** The fact that rules read, for deciding again. */
    public Settings facts() {
        return new Settings(
                defaultFarmId, reconnectExisting, reconnectAcrossResources, singleSessionPerUser, minHealthScore);
    }
}
