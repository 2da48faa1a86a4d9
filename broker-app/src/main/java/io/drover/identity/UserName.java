package io.drover.identity;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A user name, folded so that two spellings of one name are equal. Whether two different names mean one person is for
 * {@link Domains} to say.
 *
 * @param user the user part, never empty
 * @param domain the domain part; empty for a short name, {@code "."} for an account local to the target host
 */
public record UserName(String user, String domain) {

    /** The longest name that is taken, in Unicode characters. */
    public static final int MAX_LENGTH = 512;

    /** With blanks at the ends and characters without width. */
    private static final int MAX_RAW_LENGTH = 8 * MAX_LENGTH;

    private static final String LOCAL = ".";

    public UserName {
        if (user.isEmpty()) {
            throw new InvalidUserNameException("a user name needs a user part");
        }
    }

    /**
     * The name that a person or a gateway wrote: {@code user}, {@code DOMAIN\\user}, {@code user@domain} or
     * {@code .\\user}, where {@code /} reads as {@code \\}. Of {@code DOMAIN\\user@domain} the part after the {@code @}
     * is the domain. A domain may end with the dot of the DNS root.
     *
     * @throws InvalidUserNameException when the text is blank, longer than {@link #MAX_LENGTH} when folded, holds a
     *     control character or half of a surrogate pair, or has one of the two parts empty
     */
    public static UserName parse(String raw) {
        refuseUnreadable(raw);
        String folded = Folding.fold(raw);
        if (folded.isEmpty()) {
            throw new InvalidUserNameException("the user name is blank");
        }
        refuseLongerThan(MAX_LENGTH, folded);
        Parts parts = Parts.ofFolded(folded);
        if (parts.user.isEmpty()) {
            throw new InvalidUserNameException("the user name has a domain but no user");
        }
        if (parts.separated && parts.domain.isEmpty()) {
            throw new InvalidUserNameException("the user name has a separator but no domain");
        }
        if (parts.user.indexOf('\\') >= 0 || parts.domain.indexOf('\\') >= 0) {
            throw new InvalidUserNameException("the user name has more than one domain");
        }
        return new UserName(parts.user, parts.domain);
    }

    /**
     * The name in a session row that an agent reported. It is read leniently: unreadable characters at the ends are
     * trimmed, others become U+FFFD, nothing is too long. A domain inside the user field counts before the domain
     * field.
     *
     * @return empty when the row has no user
     */
    public static Optional<UserName> reported(@Nullable String user, @Nullable String domain) {
        if (user == null) {
            return Optional.empty();
        }
        Parts parts = Parts.of(readable(user));
        if (parts.user.isEmpty()) {
            return Optional.empty();
        }
        String field = domain == null ? "" : Folding.foldDomain(readable(domain));
        return Optional.of(new UserName(parts.user, parts.domain.isEmpty() ? field : parts.domain));
    }

    /**
     * Like {@link #parse}, for a field that a caller must fill.
     *
     * @throws InvalidUserNameException with a sentence that names the field
     */
    public static UserName required(String field, String raw) {
        try {
            return parse(raw);
        } catch (InvalidUserNameException e) {
            boolean blank = Folding.fold(raw).isEmpty();
            throw new InvalidUserNameException(blank ? field + " is required" : field + ": " + e.getMessage());
        }
    }

    /** Whether the name came without a domain. */
    public boolean isShort() {
        return domain.isEmpty();
    }

    /** Whether the name is an account local to whichever host it is used on. */
    public boolean isLocal() {
        return domain.equals(LOCAL);
    }

    /** The name as one text: {@code user} or {@code domain\\user}. */
    public String text() {
        return isShort() ? user : domain + "\\" + user;
    }

    private static void refuseUnreadable(String raw) {
        if (ReadableText.isPlain(raw) && raw.length() <= MAX_LENGTH) {
            return;
        }
        refuseLongerThan(MAX_RAW_LENGTH, raw);
        if (raw.codePoints().anyMatch(Character::isISOControl)) {
            throw new InvalidUserNameException("the user name holds a control character");
        }
        if (raw.codePoints().anyMatch(ReadableText::isLoneSurrogate)) {
            throw new InvalidUserNameException("the user name holds half of a surrogate pair");
        }
    }

    private static void refuseLongerThan(int most, String text) {
        if (text.length() > most && text.codePointCount(0, text.length()) > most) {
            throw new InvalidUserNameException("the user name is longer than " + most + " characters");
        }
    }

    private static String readable(String text) {
        return ReadableText.of(Unseen.trim(text), Integer.MAX_VALUE);
    }

    /** The folded parts of a name; {@code separated} when a separator stood between them. */
    private record Parts(String user, String domain, boolean separated) {

        static Parts of(String text) {
            return ofFolded(Folding.fold(text));
        }

        static Parts ofFolded(String folded) {
            String name = folded.replace('/', '\\');
            int slash = name.indexOf('\\');
            String account = name.substring(slash + 1);
            int at = account.lastIndexOf('@');
            if (at >= 0) {
                return parts(account.substring(0, at), account.substring(at + 1), true);
            }
            return parts(account, slash < 0 ? "" : name.substring(0, slash), slash >= 0);
        }

        private static Parts parts(String user, String domain, boolean separated) {
            return new Parts(Unseen.trim(user), Folding.withoutFinalDot(Unseen.trim(domain)), separated);
        }
    }
}
