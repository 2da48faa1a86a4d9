package io.drover.guacamole;

import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.io.GuacamoleReader;
import org.apache.guacamole.net.DelegatingGuacamoleSocket;
import org.apache.guacamole.net.DelegatingGuacamoleTunnel;
import org.apache.guacamole.net.GuacamoleSocket;
import org.apache.guacamole.net.GuacamoleTunnel;

/** The tunnel of a connection whose host the broker chose: its beginning is watched and its end is reported. */
final class PlacedTunnel extends DelegatingGuacamoleTunnel {

    private final PlacementLife life;
    private final HeldReader reader;
    private final GuacamoleSocket socket;

    PlacedTunnel(GuacamoleTunnel tunnel, PlacementLife life) {
        super(tunnel);
        this.life = life;
        reader = new HeldReader(tunnel.getSocket().getReader(), life);
        socket = new WatchedSocket(tunnel.getSocket(), reader);
        life.watch(tunnel::isOpen);
    }

    /** Waits for the desktop, at most so long. */
    Appearance.State hold(Workers workers, int millis) {
        return reader.hold(workers, millis);
    }

    @Override
    public GuacamoleReader acquireReader() {
        super.acquireReader();
        return reader;
    }

    @Override
    public GuacamoleSocket getSocket() {
        return socket;
    }

    @Override
    public void close() throws GuacamoleException {
        try {
            super.close();
        } finally {
            life.closed();
        }
    }

    private static final class WatchedSocket extends DelegatingGuacamoleSocket {

        private final GuacamoleReader reader;

        WatchedSocket(GuacamoleSocket socket, GuacamoleReader reader) {
            super(socket);
            this.reader = reader;
        }

        @Override
        public GuacamoleReader getReader() {
            return reader;
        }
    }
}
