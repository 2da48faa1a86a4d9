package io.drover.policy.lint;

import java.math.BigDecimal;
import java.util.List;

/** The neighbours of a number. */
final class Nudge {

    private Nudge() {}

    /** The number less one, and the number and one. */
    static List<String> both(String number) {
        BigDecimal value = new BigDecimal(number);
        return List.of(
                value.subtract(BigDecimal.ONE).toPlainString(),
                value.add(BigDecimal.ONE).toPlainString());
    }
}
