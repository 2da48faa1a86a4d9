package io.drover.collect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Whole texts in the shape of real exporters: metrics, labels, their order and the form of numbers are those of the
 * outputs that its users and its authors published.
 */
public enum RealText {
    /** A session host with a Windows that speaks French, where the counters of sessions are missing. */
    CURRENT("windows_exporter-0.31.3.txt"),
    /** One that is too old. */
    OUTDATED("windows_exporter-0.29.2.txt");

    private final String file;

    RealText(String file) {
        this.file = file;
    }

    /** What the exporter answers. */
    public String text() {
        try (InputStream in = Objects.requireNonNull(RealText.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
