package io.drover.guacamole;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

/** What a Guacamole is called that was not given a name. */
final class NodeName {

    private NodeName() {}

    /** The machine's own name; a random one, for as long as this process lives, where the machine has none. */
    static String ofThisMachine() {
        String name = System.getenv("HOSTNAME");
        if (name != null && !name.trim().isEmpty()) {
            return name.trim();
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "guacamole-" + UUID.randomUUID();
        }
    }
}
