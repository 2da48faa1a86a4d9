package io.drover.guacamole;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What this Guacamole shows to the broker. A key in a file can be replaced while Guacamole runs. */
final class BrokerKey {

    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]+");

    /** The byte order mark that some editors write. */
    private static final String MARK = "\ufeff";

    private final @Nullable WatchedFile<String> file;
    private final String fixed;

    BrokerKey(@Nullable File file, @Nullable String fixed) {
        this.file = file == null ? null : new WatchedFile<>("drover-key-file", file, BrokerKey::firstLine);
        this.fixed = fixed == null ? "" : fixed;
    }

    /** The key that holds now. */
    String get() throws IOException {
        return file == null ? fixed : file.get();
    }

    private static String firstLine(byte[] content) throws IOException {
        String text = new String(content, StandardCharsets.UTF_8);
        String key = (text.startsWith(MARK) ? text.substring(1) : text).split("\\R", 2)[0].trim();
        if (!isKey(key)) {
            throw new IOException("its first line is no key, which is printable ASCII without spaces");
        }
        return key;
    }

    /** Whether it can be sent as a key at all. */
    static boolean isKey(@Nullable String text) {
        return text != null && KEY.matcher(text).matches();
    }
}
