package io.drover.catalog;

import java.text.Normalizer;
import java.util.Locale;

/**
 * The name of a Guacamole connection, a RemoteApp or a group, which is compared without blanks at the ends, and without
 * regard to case and to how Unicode composes its letters.
 */
public final class ConnectionName {

    private ConnectionName() {}

    /** What two names have in common that are one; the same under every locale. */
    public static String key(String name) {
        String composed = Normalizer.normalize(name, Normalizer.Form.NFC).strip();
        String folded = composed.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return Normalizer.normalize(folded, Normalizer.Form.NFC);
    }
}
