package io.drover.fleet;

import io.drover.identity.UserName;
import io.drover.policy.Decision;
import io.drover.policy.FleetMark;
import io.drover.policy.Question;
import io.drover.policy.fact.CallView;
import io.drover.policy.fact.Reason;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decisions for tests: refused, unless a host is said. */
public final class AttemptBuilder {

    private final UserName user;
    private @Nullable Agent agent;
    private boolean sessionBehind;
    private Instant at = Instant.EPOCH;

    private AttemptBuilder(UserName user) {
        this.user = user;
    }

    /** One on a request of somebody. */
    public static AttemptBuilder attempt(UserName user) {
        return new AttemptBuilder(user);
    }

    /** Somebody new is sent there. */
    public AttemptBuilder on(Agent chosen) {
        agent = chosen;
        return this;
    }

    /** The user has a session there already. */
    public AttemptBuilder withSession() {
        sessionBehind = true;
        return this;
    }

    public AttemptBuilder at(Instant moment) {
        at = moment;
        return this;
    }

    public Attempt build() {
        Question question = new Question(
                user,
                new CallView("", "", "", "", "", Set.of(), "", ""),
                List.of(),
                List.of(),
                Map.of(),
                Set.of(),
                Set.of(),
                0,
                1);
        return new Attempt(
                question, decision(), List.of(), List.of(), Set.of(), agent, 0, sessionBehind, null, List.of(), at);
    }

    private Decision decision() {
        Decision.Outcome outcome = agent == null
                ? new Decision.Refused("no_eligible_host", "", Map.of())
                : new Decision.Placed(agent.id(), Reason.LOAD_BALANCE, "", 0, null);
        return new Decision(
                "",
                "",
                outcome,
                List.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(),
                "0123456789ab",
                1,
                1,
                null,
                null,
                FleetMark.NONE);
    }
}
