package io.drover.guacamole;

import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.net.GuacamoleTunnel;

/** Connects to the host that the broker chose. */
interface Opener {

    /** Returns when guacd has taken the connection; whether the host did is not known yet. */
    GuacamoleTunnel open(Placement placement) throws GuacamoleException;
}
