package io.drover.decision;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers for people: as short as they can be, with three decimals at most. */
final class Points {

    private static final int DECIMALS = 3;

    private Points() {}

    static String text(double number) {
        if (!Double.isFinite(number)) {
            return Double.toString(number);
        }
        BigDecimal rounded = BigDecimal.valueOf(number).setScale(DECIMALS, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
