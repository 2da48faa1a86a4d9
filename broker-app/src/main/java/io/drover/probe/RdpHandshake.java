package io.drover.probe;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * The first words of RDP: a TPKT header (RFC 1006) and in it an X.224 connection request, which a server answers with a
 * connection confirm ([MS-RDPBCGR] 2.2.1.1 and 2.2.1.2).
 */
final class RdpHandshake {

    private static final int TPKT_VERSION = 3;
    private static final int TPKT_LENGTH = 4;
    private static final int CONFIRM_LENGTH = 7;
    private static final int NEGOTIATION_LENGTH = 8;
    private static final int LONGEST = 512;
    private static final int CONNECTION_CONFIRM = 0xd0;
    private static final int CODE = 0xf0;
    private static final int RESPONSE = 2;
    private static final int FAILURE = 3;

    /** Asks for a connection with TLS or CredSSP, or else without. */
    private static final int[] REQUEST = {
        TPKT_VERSION, 0, 0, 19, 14, 0xe0, 0, 0, 0, 0, 0, 1, 0, NEGOTIATION_LENGTH, 0, 3, 0, 0, 0
    };

    private RdpHandshake() {}

    static byte[] request() {
        byte[] bytes = new byte[REQUEST.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) REQUEST[i];
        }
        return bytes;
    }

    /**
     * Whether a connection confirm comes, with a negotiation response, a negotiation failure (the server is there and
     * wants other security) or without, as old servers send it. Reads no more than the bytes of the answer.
     *
     * @throws EOFException when the stream ends before the answer does
     */
    static boolean isConfirmed(InputStream in) throws IOException {
        byte[] tpkt = exactly(in, TPKT_LENGTH);
        int length = unsigned(tpkt[2]) << 8 | unsigned(tpkt[3]);
        if (tpkt[0] != TPKT_VERSION || length < TPKT_LENGTH + CONFIRM_LENGTH || length > LONGEST) {
            return false;
        }
        byte[] confirm = exactly(in, length - TPKT_LENGTH);
        if (unsigned(confirm[0]) != confirm.length - 1 || (unsigned(confirm[1]) & CODE) != CONNECTION_CONFIRM) {
            return false;
        }
        return confirm.length == CONFIRM_LENGTH || isNegotiated(confirm);
    }

    private static boolean isNegotiated(byte[] confirm) {
        int at = CONFIRM_LENGTH;
        return confirm.length == at + NEGOTIATION_LENGTH
                && (confirm[at] == RESPONSE || confirm[at] == FAILURE)
                && confirm[at + 2] == NEGOTIATION_LENGTH
                && confirm[at + 3] == 0;
    }

    private static byte[] exactly(InputStream in, int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException();
        }
        return bytes;
    }

    private static int unsigned(byte one) {
        return one & 0xff;
    }
}
