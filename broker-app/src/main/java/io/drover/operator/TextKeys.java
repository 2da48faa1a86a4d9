package io.drover.operator;

import java.util.List;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Makes the keys of YAML the texts that they are in JSON: a farm {@code 007} is not called 7. */
final class TextKeys {

    private TextKeys() {}

    /** Changes a plain tree in place. Null, and what is no scalar, stays no key. */
    static void make(Node node) {
        if (node instanceof MappingNode mapping) {
            List<NodeTuple> entries = mapping.getValue();
            entries.replaceAll(entry -> new NodeTuple(text(entry.getKeyNode()), entry.getValueNode()));
            entries.forEach(entry -> make(entry.getValueNode()));
        } else if (node instanceof SequenceNode sequence) {
            sequence.getValue().forEach(TextKeys::make);
        }
    }

    private static Node text(Node key) {
        return key instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)
                ? new ScalarNode(
                        Tag.STR,
                        true,
                        scalar.getValue(),
                        scalar.getScalarStyle(),
                        scalar.getStartMark(),
                        scalar.getEndMark())
                : key;
    }
}
