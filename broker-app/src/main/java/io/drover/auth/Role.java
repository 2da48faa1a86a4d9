package io.drover.auth;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What an operator may. */
public enum Role {
    /** Reads everything. */
    @JsonProperty("viewer")
    VIEWER,
    /** Reads everything; changes agents, farms, resources, leases. */
    @JsonProperty("operator")
    OPERATOR,
    /** Reads everything; reloads, checks and rolls back the policy. */
    @JsonProperty("policy_author")
    POLICY_AUTHOR,
    /** May everything. */
    @JsonProperty("admin")
    ADMIN;

    /** Whether somebody of this role may do what the other role may. */
    public boolean covers(Role needed) {
        return this == needed || this == ADMIN || needed == VIEWER;
    }
}
