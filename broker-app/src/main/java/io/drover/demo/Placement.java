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
 * @param flaws where the outcome is another than the shipped rules lead to, empty when it is theirs
 * @param faults what is wrong with it whatever the rules are, empty when nothing is
 */
record Placement(
        String step,
        String user,
        String connection,
        Outcome outcome,
        String why,
        List<String> flaws,
        List<String> faults) {

    Placement {
        flaws = List.copyOf(flaws);
        faults = List.copyOf(faults);
    }
}
