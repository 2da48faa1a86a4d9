package io.drover.operator;

import java.io.Serial;
import java.util.List;

/** A fleet file that cannot be applied. The message has a line for each problem. */
public final class FleetFileException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    FleetFileException(List<String> problems) {
        super(String.join(System.lineSeparator(), problems));
    }
}
