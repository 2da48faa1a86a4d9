package io.drover.simulate.report;

import io.drover.simulate.Course.Point;
import java.util.List;

/**
 * The path of a line that stays until it jumps. Of jumps too close together to be seen the highest and the last show.
 */
final class StepLine {

    private final Frame frame;
    private final StringBuilder path = new StringBuilder();
    private String column = "";
    private String height = "";
    private double peak;
    private double value;

    private StepLine(Frame frame) {
        this.frame = frame;
    }

    /** The path, up to the end of the frame; empty without points. */
    static String of(Frame frame, List<Point> points) {
        StepLine line = new StepLine(frame);
        points.forEach(line::add);
        line.flush();
        return points.isEmpty() ? "" : line.path + "H" + Frame.at(frame.x(frame.right()));
    }

    private void add(Point point) {
        String next = Frame.at(Math.round(frame.x(point.from()) * 2) / 2.0);
        if (!next.equals(column)) {
            flush();
            column = next;
            peak = point.value();
        }
        peak = Math.max(peak, point.value());
        value = point.value();
    }

    private void flush() {
        if (column.isEmpty()) {
            return;
        }
        String top = Frame.at(frame.y(peak));
        String last = Frame.at(frame.y(value));
        if (path.isEmpty()) {
            path.append('M').append(column).append(',').append(top);
        } else if (!top.equals(height) || !last.equals(height)) {
            path.append('H').append(column).append('V').append(top);
        }
        if (!last.equals(top)) {
            path.append('V').append(last);
        }
        height = last;
    }
}
