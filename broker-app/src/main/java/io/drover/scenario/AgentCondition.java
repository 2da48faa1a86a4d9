package io.drover.scenario;

import io.drover.fleet.AgentMode;
import java.util.Map;
import java.util.Set;

/**
 * Which agents are meant: those that fit every field that says anything.
 *
 * @param agents by id
 * @param mode by mode
 * @param quarantined by quarantine
 * @param zone by zone
 * @param tags by labels, each exactly
 */
public record AgentCondition(
        Field<Set<String>> agents,
        Field<AgentMode> mode,
        Field<Boolean> quarantined,
        Field<String> zone,
        Field<Map<String, String>> tags) {}
