package io.drover.scenario;

import java.time.Duration;

/** What is asked of the broker in a step. */
public sealed interface When {

    /** Which of the two forms of the question is used. */
    enum Endpoint {
        RESOLVE,
        TOKENS
    }

    /**
     * One request.
     *
     * @param request the question
     * @param endpoint its form
     */
    record One(Request request, Endpoint endpoint) implements When {}

    /**
     * Many users, each once.
     *
     * @param count how many
     * @param request the question; {@code {n}} in its username is replaced by 1 to {@code count}
     * @param endpoint its form
     * @param within the time over which they are spread evenly, zero for all at one instant
     */
    record Burst(int count, Request request, Endpoint endpoint, Duration within) implements When {

        /** The question of the n-th user, counted from 1. */
        public Request nth(int n) {
            return request.of(request.username().replace("{n}", Integer.toString(n)));
        }
    }
}
