package io.drover.guacamole;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.guacamole.protocol.GuacamoleInstruction;

/**
 * Tells from guacd's first instructions whether the desktop appears.
 *
 * <p>Neither a {@code size} of the screen nor a {@code sync} says it alone: guacd 1.5.5 sends the size of an RDP screen
 * before it has reached the host, 1.6.0 a {@code sync}. A {@code sync} after the size ends the first picture in both.
 */
final class Appearance {

    /** What is known of a desktop. */
    enum State {
        /** Nothing yet. */
        WAITING,
        /** The user must answer first, a password for example. */
        ASKING,
        /** It is there. */
        APPEARED,
        /** The host did not let us in, and another one may. */
        FAILED,
        /** It will not appear, and another host would not change that. */
        ENDED
    }

    /**
     * What guacd says of a host that is away, silent, or refuses; not of a wrong password, which no host would take.
     */
    private static final Set<Integer> FAULTS_OF_THE_HOST =
            Collections.unmodifiableSet(new HashSet<>(Arrays.asList(0x0202, 0x0203, 0x0207, 0x0208)));

    private volatile State state = State.WAITING;
    private boolean sized;
    private int status;

    State state() {
        return state;
    }

    /** Guacamole's number of what went wrong; 0 when nothing did. */
    int status() {
        return status;
    }

    /** Whether further instructions can still tell something. */
    boolean open() {
        return state == State.WAITING || state == State.ASKING;
    }

    /** Looks at the next instruction. */
    void see(GuacamoleInstruction instruction) {
        List<String> arguments = instruction.getArgs();
        switch (instruction.getOpcode()) {
            case "size":
                sized |= !arguments.isEmpty() && "0".equals(arguments.get(0));
                break;
            case "sync":
                state = sized ? State.APPEARED : state;
                break;
            case "required":
                state = State.ASKING;
                break;
            case "error":
                fail(arguments);
                break;
            case "disconnect":
                state = State.ENDED;
                break;
            default:
                break;
        }
    }

    private void fail(List<String> arguments) {
        try {
            status = arguments.size() > 1 ? Integer.parseInt(arguments.get(1)) : 0;
        } catch (NumberFormatException e) {
            status = 0;
        }
        state = FAULTS_OF_THE_HOST.contains(status) ? State.FAILED : State.ENDED;
    }
}
