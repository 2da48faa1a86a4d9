package io.drover.probe;

import io.drover.fleet.ProbeState;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** Connects, asks for an RDP connection and hangs up when the server has agreed to talk. */
public final class RdpProbe implements Probe {

    private final Duration timeout;

    /** @param timeout for all of it: the connection and the answer. Looking a name up may take longer */
    public RdpProbe(Duration timeout) {
        this.timeout = timeout;
    }

    @Override
    public ProbeState at(String host, int port) {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            return ProbeState.UNREACHABLE;
        }
        Deadline deadline = new Deadline(timeout);
        try (Socket socket = new Socket()) {
            ProbeState connected = connect(socket, address, deadline);
            return connected == ProbeState.ANSWERS ? ask(socket, deadline) : connected;
        } catch (IOException e) {
            return ProbeState.UNREACHABLE;
        }
    }

    private static ProbeState connect(Socket socket, InetSocketAddress address, Deadline deadline) throws IOException {
        try {
            socket.connect(address, deadline.millisLeft());
            return ProbeState.ANSWERS;
        } catch (ConnectException e) {
            return isRefused(e) ? ProbeState.REFUSED : ProbeState.UNREACHABLE;
        }
    }

    /** The virtual machine tells a refusal from other failures by the words of the message alone. */
    private static boolean isRefused(ConnectException e) {
        String message = e.getMessage();
        return message != null && message.contains("refused");
    }

    private static ProbeState ask(Socket socket, Deadline deadline) {
        try {
            socket.setTcpNoDelay(true);
            socket.getOutputStream().write(RdpHandshake.request());
            boolean confirmed = RdpHandshake.isConfirmed(new Patient(socket, deadline));
            return confirmed ? ProbeState.ANSWERS : ProbeState.NOT_RDP;
        } catch (IOException e) {
            return ProbeState.SILENT;
        }
    }

    /** When all must be over. */
    private static final class Deadline {

        private final long end;

        Deadline(Duration timeout) {
            end = System.nanoTime() + timeout.toNanos();
        }

        /** Rounded up, and at least 1, since 0 would be for ever; the time-out comes at once when nothing is left. */
        int millisLeft() {
            return (int) Math.max(
                    1,
                    Duration.ofNanos(end - System.nanoTime()).plusNanos(999_999).toMillis());
        }

        boolean isOver() {
            return System.nanoTime() - end >= 0;
        }
    }

    /** What comes from the socket before the deadline, however slowly it trickles. */
    private static final class Patient extends InputStream {

        private final Socket socket;
        private final Deadline deadline;

        Patient(Socket socket, Deadline deadline) {
            this.socket = socket;
            this.deadline = deadline;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int count) throws IOException {
            if (deadline.isOver()) {
                throw new SocketTimeoutException("the answer is not complete");
            }
            socket.setSoTimeout(deadline.millisLeft());
            return socket.getInputStream().read(into, from, count);
        }
    }
}
