package io.drover.simulate.report;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers for people. */
public final class Amount {

    private Amount() {}

    /** With two digits after the point at most, and none for a whole number. */
    public static String of(double number) {
        BigDecimal rounded = BigDecimal.valueOf(number).setScale(2, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
