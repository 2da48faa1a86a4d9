package io.drover.demo;

import java.util.List;

/**
 * A click, what came of it, and whether that is right.
 *
 * @param step what is shown, one sentence
 * @param user who clicked, as spelled
 * @param connection what was clicked
 * @param outcome what came of it
 * @param why the reasons behind it, one line
 * @param flaws what is wrong with the outcome, empty when it is right
 */
record Placement(String step, String user, String connection, Outcome outcome, String why, List<String> flaws) {

    Placement {
        flaws = List.copyOf(flaws);
    }
}
