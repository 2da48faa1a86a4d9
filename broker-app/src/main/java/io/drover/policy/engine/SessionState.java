package io.drover.policy.engine;

import io.drover.policy.fact.Statement;

/** Who listens to what is said of hosts. */
interface SessionState {

    /** A rule that fires now said something of a host. */
    void hear(Standing about, Statement statement);

    /** A host's statements changed since its last verdict. */
    void dirty(Standing standing);
}
