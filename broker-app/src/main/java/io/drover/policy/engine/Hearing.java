package io.drover.policy.engine;

import io.drover.policy.fact.Statement;
import org.jspecify.annotations.Nullable;

/** Sends what rules say where it belongs: to the request that is in the session, or else to the host it is about. */
final class Hearing {

    private final Recorder recorder;
    private @Nullable Turn turn;

    Hearing(Recorder recorder) {
        this.recorder = recorder;
    }

    /** From now on a request is in the session. */
    Turn open() {
        Turn opened = new Turn(recorder::ruleFiring);
        turn = opened;
        return opened;
    }

    /** No request is in the session any more. */
    void close() {
        turn = null;
    }

    void hear(Standing about, Statement statement) {
        if (turn == null) {
            recorder.keep(about, statement);
        } else {
            turn.say(statement);
        }
    }
}
