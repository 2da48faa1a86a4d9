package io.drover.placement;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.drover.policy.PlacementSettings;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code placement} of {@code config.yml}, and the {@code settings} of a scenario: the numbers and switches
 * that the rules read.
 *
 * @param brokerEnabled false answers every broker request with 404 {@code broker_disabled}
 * @param offlineAfterSeconds a host is offline when its last heartbeat is this old; 1 to 86,400
 * @param leaseSeconds how long a lease holds after its last use; 1 to 2,592,000
 * @param minHealthScore a host below it gets no new session, unless its farm has a limit of its own; 0 to 100
 * @param pendingSeconds how long a placement counts as load while its session is not seen; 0 to 86,400
 * @param slowStartSeconds how long a host counts as fresh after it booted; 0 to 86,400, 0 is never
 * @param reconnectExisting lead users back to the sessions they have
 * @param reconnectAcrossResources also to a session that was opened for another resource
 * @param singleSessionPerUser one lease per user and farm; false is one per user, farm and resource
 * @param defaultFarmId the farm of requests that name none; empty is the whole fleet
 * @param domains DNS names of domains by their NetBIOS name, for those that the names do not show
 * @param timeZone where rules read the hour and the weekday, for example {@code Europe/Berlin}
 * @param tokenPrefix what the names of connection tokens start with
 */
public record PlacementConfig(
        boolean brokerEnabled,
        int offlineAfterSeconds,
        int leaseSeconds,
        int minHealthScore,
        int pendingSeconds,
        int slowStartSeconds,
        boolean reconnectExisting,
        boolean reconnectAcrossResources,
        boolean singleSessionPerUser,
        String defaultFarmId,
        Map<String, List<String>> domains,
        ZoneId timeZone,
        String tokenPrefix) {

    private static final Pattern TOKEN_PREFIX = Pattern.compile("[A-Z][A-Z0-9_]{0,31}");
    private static final int DAY = 86_400;

    /** Refuses what is out of range. */
    public PlacementConfig {
        within("offline_after_seconds", offlineAfterSeconds, 1, DAY);
        within("lease_seconds", leaseSeconds, 1, 30 * DAY);
        within("min_health_score", minHealthScore, 0, 100);
        within("pending_seconds", pendingSeconds, 0, DAY);
        within("slow_start_seconds", slowStartSeconds, 0, DAY);
        require(
                defaultFarmId.equals(defaultFarmId.strip()) && defaultFarmId.length() <= 64,
                "default_farm_id must be a farm's id or empty, not \"" + defaultFarmId + "\"");
        require(
                TOKEN_PREFIX.matcher(tokenPrefix).matches(),
                "token_prefix must be capital letters, digits and underscores, a letter first, at most 32, not \""
                        + tokenPrefix + "\"");
        domains = copied(domains);
    }

    /** What holds when nothing is set. */
    public static PlacementConfig defaults() {
        return of(null, null, null, null, null, null, null, null, null, null, null, null, null);
    }

    /** The section as written; what is left out takes its default. */
    @JsonCreator
    public static PlacementConfig of(
            @JsonProperty("broker_enabled") @Nullable Boolean brokerEnabled,
            @JsonProperty("offline_after_seconds") @Nullable Integer offlineAfterSeconds,
            @JsonProperty("lease_seconds") @Nullable Integer leaseSeconds,
            @JsonProperty("min_health_score") @Nullable Integer minHealthScore,
            @JsonProperty("pending_seconds") @Nullable Integer pendingSeconds,
            @JsonProperty("slow_start_seconds") @Nullable Integer slowStartSeconds,
            @JsonProperty("reconnect_existing") @Nullable Boolean reconnectExisting,
            @JsonProperty("reconnect_across_resources") @Nullable Boolean reconnectAcrossResources,
            @JsonProperty("single_session_per_user") @Nullable Boolean singleSessionPerUser,
            @JsonProperty("default_farm_id") @Nullable String defaultFarmId,
            @JsonProperty("domains") @Nullable Map<String, List<String>> domains,
            @JsonProperty("time_zone") @Nullable String timeZone,
            @JsonProperty("token_prefix") @Nullable String tokenPrefix) {
        return new PlacementConfig(
                brokerEnabled == null || brokerEnabled,
                offlineAfterSeconds == null ? 30 : offlineAfterSeconds,
                leaseSeconds == null ? 900 : leaseSeconds,
                minHealthScore == null ? 60 : minHealthScore,
                pendingSeconds == null ? 60 : pendingSeconds,
                slowStartSeconds == null ? 0 : slowStartSeconds,
                reconnectExisting == null || reconnectExisting,
                reconnectAcrossResources == null || reconnectAcrossResources,
                singleSessionPerUser == null || singleSessionPerUser,
                defaultFarmId == null ? "" : defaultFarmId,
                domains == null ? Map.of() : domains,
                zone(timeZone == null ? "UTC" : timeZone),
                tokenPrefix == null ? "SESSIONGUARD" : tokenPrefix);
    }

    private static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "placement.time_zone must be a time zone like Europe/Berlin, not \"" + name + "\"", e);
        }
    }

    private static Map<String, List<String>> copied(Map<String, List<String>> domains) {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        domains.forEach((netbios, dnsNames) -> {
            require(!netbios.isBlank(), "domains has a NetBIOS name that is blank");
            require(
                    !dnsNames.isEmpty() && dnsNames.stream().noneMatch(String::isBlank),
                    "domains: \"" + netbios + "\" needs at least one DNS name, none of them blank");
            copy.put(netbios, List.copyOf(dnsNames));
        });
        return Map.copyOf(copy);
    }

    private static void within(String name, int value, int min, int max) {
        require(value >= min && value <= max, name + " must be " + min + " to " + max + ", not " + value);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException("placement." + message);
        }
    }

    /** The section as placement uses it. */
    public PlacementSettings settings() {
        return new PlacementSettings(
                brokerEnabled,
                Duration.ofSeconds(offlineAfterSeconds),
                Duration.ofSeconds(leaseSeconds),
                minHealthScore,
                Duration.ofSeconds(pendingSeconds),
                Duration.ofSeconds(slowStartSeconds),
                reconnectExisting,
                reconnectAcrossResources,
                singleSessionPerUser,
                defaultFarmId,
                domains,
                timeZone,
                tokenPrefix);
    }
}
