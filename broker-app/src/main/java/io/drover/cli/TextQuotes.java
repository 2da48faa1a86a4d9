package io.drover.cli;

import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Which texts stand between quotes in YAML: those that a reader of YAML 1.1, or one of 1.2 as Drover's own, would take
 * for a number, a truth or nothing at all. For one thread.
 */
final class TextQuotes extends StringQuotingChecker.Default {

    private static final long serialVersionUID = 1;

    @Override
    public boolean needToQuoteName(String name) {
        return super.needToQuoteName(name) || isOther(name);
    }

    @Override
    public boolean needToQuoteValue(String value) {
        return super.needToQuoteValue(value) || isOther(value);
    }

    private static boolean isOther(String plain) {
        return !new CoreSchema().getScalarResolver().resolve(plain, true).equals(Tag.STR);
    }
}
