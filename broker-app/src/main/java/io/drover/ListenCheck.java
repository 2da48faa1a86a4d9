package io.drover;

import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.core.server.ServerFactory;
import io.dropwizard.jetty.ConnectorFactory;
import io.dropwizard.jetty.HttpConnectorFactory;
import io.dropwizard.jetty.HttpsConnectorFactory;
import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Looks whether a broker can listen as it is told to, before anything is made or started for it. */
final class ListenCheck {

    /** The kinds of key stores that need nothing but their file. */
    private static final Set<String> FILES = Set.of("JKS", "PKCS12");

    private ListenCheck() {}

    /**
     * Takes each port for a moment, and opens each key store.
     *
     * @throws IOException when a port is taken, or the address is none of this machine's, as Jetty itself says it
     * @throws BadConfigException when a key store is missing or does not open
     */
    static void require(ServerFactory server) throws IOException {
        if (server instanceof DefaultServerFactory connectors) {
            List<ConnectorFactory> all = Stream.concat(
                            connectors.getApplicationConnectors().stream(), connectors.getAdminConnectors().stream())
                    .toList();
            for (ConnectorFactory connector : all) {
                if (connector instanceof HttpConnectorFactory http && http.getPort() > 0) {
                    requireFree(http.getBindHost(), http.getPort());
                }
                if (connector instanceof HttpsConnectorFactory https) {
                    requireKeys(https);
                }
            }
        }
    }

    private static void requireFree(@Nullable String host, int port) throws IOException {
        InetSocketAddress address =
                host == null ? new InetSocketAddress(port) : new InetSocketAddress(InetAddress.getByName(host), port);
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(address);
        } catch (BindException e) {
            throw new IOException("Failed to bind to " + address, e);
        }
    }

    private static void requireKeys(HttpsConnectorFactory https) {
        String path = https.getKeyStorePath();
        if (path == null || !FILES.contains(https.getKeyStoreType())) {
            return;
        }
        try {
            String password = https.getKeyStorePassword();
            var unused = KeyStore.getInstance(new File(path), password == null ? null : password.toCharArray());
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new BadConfigException(
                    "The key store %s of an https connector does not open: %s. A relative path is counted from the folder in which the broker is started."
                            .formatted(path, e.getMessage()));
        }
    }
}
