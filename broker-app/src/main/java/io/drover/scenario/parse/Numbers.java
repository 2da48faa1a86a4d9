package io.drover.scenario.parse;

import java.math.BigDecimal;

/** Numbers of YAML's core schema. */
final class Numbers {

    private Numbers() {}

    static double parse(String scalar) {
        return switch (scalar) {
            case ".nan", ".NaN", ".NAN" -> Double.NaN;
            case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF" -> Double.POSITIVE_INFINITY;
            case "-.inf", "-.Inf", "-.INF" -> Double.NEGATIVE_INFINITY;
            default ->
                scalar.startsWith("0x") || scalar.startsWith("0o") ? parseWhole(scalar) : Double.parseDouble(scalar);
        };
    }

    /** A number as people write it, without a point when it is whole. */
    static String written(double number) {
        return Double.isFinite(number)
                ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
                : Double.toString(number);
    }

    /**
     * A whole number; a leading zero does not make it octal.
     *
     * @throws NumberFormatException when it does not fit
     */
    static long parseWhole(String scalar) {
        if (scalar.startsWith("0x")) {
            return Long.parseLong(scalar.substring(2), 16);
        }
        return scalar.startsWith("0o") ? Long.parseLong(scalar.substring(2), 8) : Long.parseLong(scalar);
    }
}
