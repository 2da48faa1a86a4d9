package io.drover.collect.exposition;

import java.util.Map;

/**
 * One line of an exporter's text.
 *
 * @param name the metric
 * @param labels with what is escaped in the text put right; a label that is not there is like an empty one
 * @param value may be infinite or not a number
 */
public record Sample(String name, Map<String, String> labels, double value) {

    public Sample {
        labels = Map.copyOf(labels);
    }

    /** A label's value, empty when there is none. */
    public String label(String label) {
        return labels.getOrDefault(label, "");
    }
}
