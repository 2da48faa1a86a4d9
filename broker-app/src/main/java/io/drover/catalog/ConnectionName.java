package io.drover.catalog;

import io.drover.identity.Unseen;
import java.text.Normalizer;
import java.util.Locale;

/**
 * The name of a Guacamole connection, a RemoteApp or a group, which is compared without blanks at the ends and without
 * characters that have no width, and without regard to case and to how Unicode composes its letters.
 */
public final class ConnectionName {

    /** What becomes of the Turkish capital I with a dot. */
    private static final String DOTTED_I = "i\u0307";

    private ConnectionName() {}

    /** What two names have in common that are one; the same under every locale. */
    public static String key(String name) {
        String composed = Normalizer.normalize(Unseen.without(name), Normalizer.Form.NFC);
        String folded = composed.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        String lower = Normalizer.normalize(folded, Normalizer.Form.NFC);
        return Unseen.trim(lower.replace(DOTTED_I, "i"));
    }
}
