package io.drover.control;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules for what operators and machines may write, and what was found to break them. For one input, by one thread.
 */
public final class Violations {

    /** Longest id, in characters. */
    public static final int ID_LENGTH = 128;
    /** Longest name of anything, in characters. */
    public static final int NAME_LENGTH = 200;
    /** Longest free text, in characters. */
    public static final int TEXT_LENGTH = 2_000;
    /** Most entries of a map of tags. */
    public static final int TAGS = 64;
    /** Most entries of a list. */
    public static final int ENTRIES = 10_000;
    /** Longest policy document, in characters. */
    public static final int POLICY_LENGTH = 256 * 1024;

    private final List<Violation> found = new ArrayList<>();

    /** Notes a broken rule. */
    public void add(String field, String reason) {
        found.add(new Violation(field, reason));
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    public List<Violation> list() {
        return List.copyOf(found);
    }

    /** An id: letters, digits and {@code . _ - :}, at most {@link #ID_LENGTH}, and neither {@code .} nor {@code ..}. */
    public void id(String field, String value) {
        if (value.isEmpty()) {
            add(field, "must not be empty");
        } else if (value.length() > ID_LENGTH) {
            add(field, "is longer than " + ID_LENGTH + " characters");
        } else if (!value.codePoints().allMatch(Violations::standsInAnId)) {
            add(field, "may hold letters, digits and . _ - : only");
        } else if (value.equals(".") || value.equals("..")) {
            add(field, "must not be . or .., which a path cannot name");
        }
    }

    /** A name for people: not blank, one line, at most {@link #NAME_LENGTH}. */
    public void name(String field, String value) {
        if (value.isBlank()) {
            add(field, "must not be blank");
        } else {
            line(field, value, NAME_LENGTH);
        }
    }

    /** One line of text, which may be empty. */
    public void line(String field, String value, int length) {
        if (value.length() > length) {
            add(field, "is longer than " + length + " characters");
        } else if (value.codePoints().anyMatch(Violations::isControl)) {
            add(field, "holds a control character or half of a surrogate pair");
        }
    }

    /** Free text of several lines, which may be empty. */
    public void text(String field, String value) {
        if (value.length() > TEXT_LENGTH) {
            add(field, "is longer than " + TEXT_LENGTH + " characters");
        } else if (value.codePoints().anyMatch(c -> isControl(c) && c != '\n' && c != '\r' && c != '\t')) {
            add(field, "holds a control character or half of a surrogate pair");
        }
    }

    /** Where a host is reached: a name or an IP address, as {@link HostName#bare} gives it. */
    public void address(String field, String value) {
        if (value.isEmpty()) {
            add(field, "must not be empty");
        } else if (!HostName.isValid(value)) {
            add(field, "is no host name or IP address");
        }
    }

    /** A whole number within bounds, or none. */
    public void range(String field, @Nullable Integer value, int least, int most) {
        if (value != null && (value < least || value > most)) {
            add(field, "must be " + least + " to " + most);
        }
    }

    /** Tags: neither key nor value blank, at most {@link #TAGS}. */
    public void tags(String field, Map<String, String> tags) {
        if (tags.size() > TAGS) {
            add(field, "has more than " + TAGS + " entries");
            return;
        }
        tags.forEach((key, value) -> {
            if (key.isBlank() || key.length() > ID_LENGTH || key.codePoints().anyMatch(Violations::isControl)) {
                add(field, "has a key that is blank, longer than " + ID_LENGTH + " characters or unreadable");
            } else {
                name(field + "." + key, value);
            }
        });
    }

    /** A list of ids without repetition. */
    public void ids(String field, Collection<String> ids) {
        entries(field, ids);
        ids.forEach(id -> id(field, id));
    }

    /** A list of names without repetition. */
    public void names(String field, Collection<String> names) {
        entries(field, names);
        names.forEach(name -> name(field, name));
    }

    /** A document that agents are given unread: an object that the database can keep. */
    public void policy(String field, @Nullable JsonNode policy) {
        if (policy == null) {
            return;
        }
        String text = policy.toString();
        if (!policy.isObject()) {
            add(field, "must be an object");
        } else if (text.length() > POLICY_LENGTH) {
            add(field, "is longer than " + POLICY_LENGTH + " characters");
        } else if (text.contains("\\u0000") || text.codePoints().anyMatch(Violations::isLoneSurrogate)) {
            add(field, "holds a NUL character or half of a surrogate pair");
        }
    }

    private void entries(String field, Collection<String> entries) {
        if (entries.size() > ENTRIES) {
            add(field, "has more than " + ENTRIES + " entries");
        } else if (entries.stream().distinct().count() < entries.size()) {
            add(field, "names one twice");
        }
    }

    private static boolean standsInAnId(int codePoint) {
        return Character.isLetterOrDigit(codePoint) || ".-_:".indexOf(codePoint) >= 0;
    }

    private static boolean isControl(int codePoint) {
        return Character.isISOControl(codePoint) || isLoneSurrogate(codePoint);
    }

    private static boolean isLoneSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }
}
