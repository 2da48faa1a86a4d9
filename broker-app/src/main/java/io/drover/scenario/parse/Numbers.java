package io.drover.scenario.parse;

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
