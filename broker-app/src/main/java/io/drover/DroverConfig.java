package io.drover;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.core.Configuration;
import io.drover.audit.AuditConfig;
import io.drover.auth.KeysConfig;
import io.drover.collect.CollectConfig;
import io.drover.command.CommandConfig;
import io.drover.database.DatabaseConfig;
import io.drover.decision.DecisionConfig;
import io.drover.degraded.DegradedConfig;
import io.drover.gateway.GatewayConfig;
import io.drover.placement.PlacementConfig;
import io.drover.policy.PolicyConfig;
import io.drover.probe.ProbeConfig;
import org.jspecify.annotations.Nullable;

/**
 * All of {@code config.yml}: Drover's own sections beside Dropwizard's {@code server}, {@code logging},
 * {@code metrics}.
 */
public final class DroverConfig extends Configuration {

    private final DatabaseConfig database;
    private final PolicyConfig policy;
    private final PlacementConfig placement;
    private final KeysConfig keys;
    private final DecisionConfig decisions;
    private final AuditConfig audit;
    private final GatewayConfig gateway;
    private final DegradedConfig degraded;
    private final CollectConfig collect;
    private final ProbeConfig probes;
    private final CommandConfig commands;

    /** The sections as written; one that is left out has its defaults. */
    @JsonCreator
    public DroverConfig(
            @JsonProperty("database") @Nullable DatabaseConfig database,
            @JsonProperty("policy") @Nullable PolicyConfig policy,
            @JsonProperty("placement") @Nullable PlacementConfig placement,
            @JsonProperty("keys") @Nullable KeysConfig keys,
            @JsonProperty("decisions") @Nullable DecisionConfig decisions,
            @JsonProperty("audit") @Nullable AuditConfig audit,
            @JsonProperty("gateway") @Nullable GatewayConfig gateway,
            @JsonProperty("degraded") @Nullable DegradedConfig degraded,
            @JsonProperty("collect") @Nullable CollectConfig collect,
            @JsonProperty("probes") @Nullable ProbeConfig probes,
            @JsonProperty("commands") @Nullable CommandConfig commands) {
        this.database = database == null
                ? DatabaseConfig.of(null, null, null, null, null, null, null, null, null, null, null)
                : database;
        this.policy = policy == null ? PolicyConfig.defaults() : policy;
        this.placement = placement == null ? PlacementConfig.defaults() : placement;
        this.keys = keys == null ? KeysConfig.defaults() : keys;
        this.decisions = decisions == null ? DecisionConfig.defaults() : decisions;
        this.audit = audit == null ? AuditConfig.defaults() : audit;
        this.gateway = gateway == null ? GatewayConfig.defaults() : gateway;
        this.degraded = degraded == null ? DegradedConfig.defaults() : degraded;
        this.collect = collect == null ? CollectConfig.defaults() : collect;
        this.probes = probes == null ? ProbeConfig.defaults() : probes;
        this.commands = commands == null ? CommandConfig.defaults() : commands;
    }

    /** Where the state is. */
    public DatabaseConfig database() {
        return database;
    }

    /** Where the rules are. */
    public PolicyConfig policy() {
        return policy;
    }

    /** What the rules read. */
    public PlacementConfig placement() {
        return placement;
    }

    /** How gateways report. */
    public GatewayConfig gateway() {
        return gateway;
    }

    /** What is done while the database is away. */
    public DegradedConfig degraded() {
        return degraded;
    }

    /** Which hosts are scraped. */
    public CollectConfig collect() {
        return collect;
    }

    /** How many commands wait for agents, and for how long. */
    public CommandConfig commands() {
        return commands;
    }

    /** How this instance looks at the hosts' RDP ports. */
    public ProbeConfig probes() {
        return probes;
    }

    /** Who may call. */
    public KeysConfig keys() {
        return keys;
    }

    /** How long decisions are kept. */
    public DecisionConfig decisions() {
        return decisions;
    }

    /** How long the audit is kept. */
    public AuditConfig audit() {
        return audit;
    }
}
