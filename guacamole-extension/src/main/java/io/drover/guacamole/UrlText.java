package io.drover.guacamole;

import java.io.UnsupportedEncodingException;
import java.net.URLEncoder;

/** Text as it stands in a URL. */
final class UrlText {

    private UrlText() {}

    static String encoded(String text) {
        try {
            return URLEncoder.encode(text, "UTF-8").replace("+", "%20");
        } catch (UnsupportedEncodingException e) {
            throw new IllegalStateException("every Java knows UTF-8", e);
        }
    }
}
