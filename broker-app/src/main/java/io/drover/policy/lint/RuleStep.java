package io.drover.policy.lint;

import io.drover.policy.lint.Expression.Invocation;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One condition of a rule, with all those before it. */
public final class RuleStep {

    private final String probe;
    private final int line;
    private final int column;
    private final String condition;
    private final String missing;
    private final @Nullable String variable;
    private final @Nullable Expression test;

    /**
     * @param probe the conditions up to and including this one
     * @param condition this one, as it is written
     * @param missing what to say when nothing is known of it but that it does not hold
     * @param variable what the fact is bound to, null for none
     * @param test the condition, null when it is that there is such a fact
     */
    RuleStep(
            String probe,
            int line,
            int column,
            String condition,
            String missing,
            @Nullable String variable,
            @Nullable Expression test) {
        this.probe = probe;
        this.line = line;
        this.column = column;
        this.condition = condition;
        this.missing = missing;
        this.variable = variable;
        this.test = test;
    }

    /** The conditions up to and including this one, as the text of a rule has them. */
    public String probe() {
        return probe;
    }

    /** The line of the condition within its file, from 1. */
    public int line() {
        return line;
    }

    /** The column of the condition, from 1. */
    public int column() {
        return column;
    }

    /** The condition as it is written, on one line. */
    public String condition() {
        return condition;
    }

    /**
     * What to say when this condition is the first that does not hold.
     *
     * @param bound the variables as the conditions before this one bind them
     */
    public String sentence(Map<String, Object> bound) {
        if (test == null) {
            return missing;
        }
        Values values = new Values(variable == null ? null : bound.get(variable), bound);
        String actual = test instanceof Invocation question ? values.asked(question) : values.in(test);
        return actual + " is false";
    }
}
