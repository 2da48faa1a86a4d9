package io.drover.guacamole;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** Whose signature a broker's certificate must bear: the authorities of a PEM file, and no others. */
final class Authorities {

    private final WatchedFile<SSLSocketFactory> file;

    Authorities(File file) {
        this.file = new WatchedFile<>("drover-ca-file", file, Authorities::sockets);
    }

    /** Makes TLS connections to whom they vouch for. */
    SSLSocketFactory sockets() throws IOException {
        return file.get();
    }

    private static SSLSocketFactory sockets(byte[] pem) throws IOException {
        try {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem));
            if (certificates.isEmpty()) {
                throw new IOException("it holds no PEM certificates");
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store(certificates));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IOException("it holds no PEM certificates: " + e.getMessage(), e);
        }
    }

    private static KeyStore store(Collection<? extends Certificate> certificates)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int number = 0;
        for (Certificate certificate : certificates) {
            store.setCertificateEntry("authority-" + number++, certificate);
        }
        return store;
    }
}
