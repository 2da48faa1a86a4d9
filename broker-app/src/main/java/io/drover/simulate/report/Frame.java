package io.drover.simulate.report;

import io.drover.scenario.report.Markup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLStreamException;

/**
 * The axes of a chart, and where a value stands in it.
 *
 * @param width of the drawing
 * @param height of the drawing
 * @param right the largest value of the lower axis
 * @param top the largest value of the left axis; both axes begin at 0
 */
record Frame(int width, int height, double right, double top) {

    private static final int LEFT = 44;
    private static final int BELOW = 30;
    private static final int MARGIN = 10;
    private static final int TICKS = 4;
    private static final double[] STEPS = {1, 2, 5, 10};

    double x(double value) {
        return LEFT + (width - LEFT - MARGIN) * (right == 0 ? 0 : value / right);
    }

    double x(Duration time) {
        return x(time.toNanos() / 1e9);
    }

    double y(double value) {
        return height - BELOW - (height - BELOW - MARGIN) * (top == 0 ? 0 : value / top);
    }

    /** A coordinate, to a tenth. */
    static String at(double coordinate) {
        String text = String.format(Locale.ROOT, "%.1f", coordinate);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    /** Lines across with their values at the left, and what stands below. */
    void draw(Markup html, List<Double> below, String unit) throws XMLStreamException {
        for (double value : ticks(top)) {
            html.empty(
                    "line",
                    "class",
                    "grid",
                    "x1",
                    at(x(0)),
                    "x2",
                    at(x(right)),
                    "y1",
                    at(y(value)),
                    "y2",
                    at(y(value)));
            html.text("text", Amount.of(value), "class", "left", "x", at(LEFT - 6), "y", at(y(value) + 4));
        }
        for (double value : below) {
            html.text("text", Amount.of(value) + unit, "class", "below", "x", at(x(value)), "y", at(height - MARGIN));
        }
    }

    /** Round values from 0 on that cut an axis into a few parts. */
    static List<Double> ticks(double top) {
        double step = step(top / TICKS);
        List<Double> ticks = new ArrayList<>();
        for (int i = 0; i * step <= top * (1 + 1e-9) && i <= 2 * TICKS; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    /** The next larger of 1, 2 and 5 with any number of noughts, at least 1. */
    private static double step(double least) {
        double power = 1;
        while (power * 10 < least) {
            power *= 10;
        }
        for (double step : STEPS) {
            if (step * power >= least) {
                return step * power;
            }
        }
        return power * 10;
    }
}
