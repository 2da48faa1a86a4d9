package io.drover.control;

/** Takes what a change came to apart, for tests. */
public final class Outcomes {

    private Outcomes() {}

    /** What was changed; fails when nothing was. */
    public static <T> T done(Change<T> change) {
        if (change instanceof Change.Done<T> done) {
            return done.value();
        }
        throw new AssertionError("refused: " + refusal(change).message());
    }

    /** Why nothing was changed; fails when something was. */
    public static Refusal refusal(Change<?> change) {
        if (change instanceof Change.Refused<?> refused) {
            return refused.refusal();
        }
        throw new AssertionError("not refused: " + change);
    }
}
