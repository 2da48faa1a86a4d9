package io.drover.lease;

/**
 * The lock between an operator's change and the lease commits that rely on what it changes. A commit holds it shared
 * from before its judging snapshot until it is durable; a change holds it alone. So no lease that relied on the old
 * state becomes durable after the change has returned.
 *
 * <p>Every change of an agent's, a farm's or a resource's {@code control_version} takes it, and takes it first. As one
 * statement in autocommit:
 *
 * <pre>{@code
 * WITH gate AS MATERIALIZED (SELECT close_control_gate())
 * UPDATE agent SET mode = :mode, control_version = control_version + 1, changed_at = now()
 *  WHERE agent_id = :agent_id AND control_version = :seen_version AND EXISTS (SELECT 1 FROM gate)
 * }</pre>
 *
 * or, in a transaction of several statements, {@link #CLOSE} as its first. The statements after it see every lease
 * committed so far. Never take a person's lock while holding the gate. A change waits for the batches under way, at
 * most for their {@code statement_timeout} (3 s), and fails with SQLSTATE 55P03 after 4 s, so its own
 * {@code statement_timeout} should be longer than that.
 */
public final class ControlGate {

    /** Closes the gate until the transaction ends; answers one row with one number. */
    public static final String CLOSE = "SELECT close_control_gate()";

    /** Opens a statement that closes the gate; its WHERE must say {@link #CLOSED}. */
    public static final String WITH_GATE = "WITH gate AS MATERIALIZED (SELECT close_control_gate())\n";

    /** The condition that makes a statement wait for the gate before it looks at a row. */
    public static final String CLOSED = " EXISTS (SELECT 1 FROM gate)";

    private ControlGate() {}
}
