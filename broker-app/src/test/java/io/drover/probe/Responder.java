package io.drover.probe;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A server on the loopback address that hears a connection request and says what it is told to. */
final class Responder implements AutoCloseable {

    private static final int REQUEST = 19;

    private final ServerSocket server;
    private final List<Socket> open = new ArrayList<>();
    private final CompletableFuture<byte[]> heard = new CompletableFuture<>();

    private Responder(Conversation conversation) throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> serve(conversation), "responder");
        thread.setDaemon(true);
        thread.start();
    }

    private interface Conversation {
        void with(Socket socket) throws IOException, InterruptedException;
    }

    /** Says that much and keeps the connection. */
    static Responder saying(byte[] answer) throws IOException {
        return new Responder(socket -> {
            socket.getOutputStream().write(answer);
            socket.getOutputStream().flush();
        });
    }

    /** Says a byte now and then. */
    static Responder trickling(byte[] answer, Duration pause) throws IOException {
        return new Responder(socket -> {
            OutputStream out = socket.getOutputStream();
            for (byte one : answer) {
                out.write(one);
                out.flush();
                new CompletableFuture<Void>()
                        .completeOnTimeout(null, pause.toMillis(), TimeUnit.MILLISECONDS)
                        .join();
            }
        });
    }

    static Responder hangingUp() throws IOException {
        return new Responder(Socket::close);
    }

    int port() {
        return server.getLocalPort();
    }

    /** The first request. */
    byte[] heard() throws Exception {
        return heard.get(5, TimeUnit.SECONDS);
    }

    private void serve(Conversation conversation) {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                synchronized (open) {
                    open.add(socket);
                }
                heard.complete(socket.getInputStream().readNBytes(REQUEST));
                conversation.with(socket);
            } catch (IOException e) {
                // the probe has gone, or the test is over
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        synchronized (open) {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }
}
