package io.drover.guacamole;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What this Guacamole shows to the broker. A key in a file can be replaced while Guacamole runs. */
final class BrokerKey {

    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]+");

    private final @Nullable WatchedFile<String> file;
    private final String fixed;

    BrokerKey(@Nullable File file, @Nullable String fixed) {
        this.file = file == null ? null : new WatchedFile<>(file, BrokerKey::firstLine);
        this.fixed = fixed == null ? "" : fixed;
    }

    /** The key that holds now. */
    String get() throws IOException {
        return file == null ? checked(fixed) : file.get();
    }

    private static String firstLine(byte[] content) throws IOException {
        return checked(new String(content, StandardCharsets.UTF_8).split("\\R", 2)[0].trim());
    }

    private static String checked(String key) throws IOException {
        if (!KEY.matcher(key).matches()) {
            throw new IOException("no key: it must be one line of printable characters without spaces");
        }
        return key;
    }
}
