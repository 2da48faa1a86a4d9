package io.drover.catalog;

import java.util.Locale;

/** The name of a Guacamole connection, which is compared without blanks at the ends and without regard to case. */
public final class ConnectionName {

    private ConnectionName() {}

    /** What two names have in common that are one; the same under every locale. */
    public static String key(String name) {
        return name.strip().toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }
}
