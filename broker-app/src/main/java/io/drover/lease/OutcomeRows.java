package io.drover.lease;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Gathers the rows by which {@code grant_leases} answers one decision. */
final class OutcomeRows {

    private String word = "";
    private final List<LeaseRequest.Check> stale = new ArrayList<>();
    private final List<Lease> leases = new ArrayList<>();

    void add(ResultSet row) throws SQLException {
        word = row.getString("o_outcome");
        String subject = row.getString("o_check_subject");
        if (subject != null) {
            stale.add(new LeaseRequest.Check(
                    LeaseRequest.Subject.valueOf(subject),
                    row.getString("o_check_id"),
                    row.getLong("o_check_version")));
        }
        if (row.getString("person") != null) {
            leases.add(LeaseConnection.lease(row));
        }
    }

    LeaseOutcome outcome() {
        return switch (word) {
            case "granted" -> new LeaseOutcome.Granted(leases.get(0));
            case "confirmed" -> new LeaseOutcome.Confirmed();
            case "control" -> new LeaseOutcome.ControlChanged(stale);
            case "lease" -> new LeaseOutcome.LeaseChanged(leases);
            default -> throw new IllegalStateException("grant_leases answered '" + word + "'");
        };
    }
}
