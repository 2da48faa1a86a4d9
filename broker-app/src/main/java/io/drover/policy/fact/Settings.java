package io.drover.policy.fact;

/** The numbers and switches of {@code config.yml} that rules read. */
public final class Settings {

    private final String defaultFarmId;
    private final boolean reconnectExisting;
    private final boolean reconnectAcrossResources;
    private final boolean singleSessionPerUser;
    private final int minHealthScore;

    public Settings(
            String defaultFarmId,
            boolean reconnectExisting,
            boolean reconnectAcrossResources,
            boolean singleSessionPerUser,
            int minHealthScore) {
        this.defaultFarmId = defaultFarmId;
        this.reconnectExisting = reconnectExisting;
        this.reconnectAcrossResources = reconnectAcrossResources;
        this.singleSessionPerUser = singleSessionPerUser;
        this.minHealthScore = minHealthScore;
    }

    /** The farm of requests that name none, empty for none. */
    public String getDefault_farm_id() {
        return defaultFarmId;
    }

    /** Whether users return to sessions. */
    public boolean isReconnect_existing() {
        return reconnectExisting;
    }

    /** Whether a session counts for another resource too while leases are kept per resource. */
    public boolean isReconnect_across_resources() {
        return reconnectAcrossResources;
    }

    /** Whether one lease per user and farm serves all resources. */
    public boolean isSingle_session_per_user() {
        return singleSessionPerUser;
    }

    /** 0 to 100: hosts below it get no new sessions. */
    public int getMin_health_score() {
        return minHealthScore;
    }
}
