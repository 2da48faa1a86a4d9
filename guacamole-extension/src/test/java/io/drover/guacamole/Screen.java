package io.drover.guacamole;

import java.util.ArrayList;
import java.util.List;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.io.GuacamoleReader;
import org.apache.guacamole.net.GuacamoleTunnel;
import org.apache.guacamole.protocol.GuacamoleInstruction;

/** What a user's browser gets to see of a connection. */
final class Screen {

    private Screen() {}

    /** The instructions, up to and with the first of this kind. */
    static List<String> until(GuacamoleTunnel tunnel, String opcode) throws GuacamoleException {
        List<String> seen = new ArrayList<>();
        GuacamoleReader reader = tunnel.acquireReader();
        try {
            GuacamoleInstruction next = reader.readInstruction();
            while (next != null) {
                seen.add(next.getOpcode() + " " + String.join(" ", next.getArgs()));
                if (next.getOpcode().equals(opcode)) {
                    return seen;
                }
                next = reader.readInstruction();
            }
            return seen;
        } finally {
            tunnel.releaseReader();
        }
    }
}
