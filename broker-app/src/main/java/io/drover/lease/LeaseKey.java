package io.drover.lease;

import io.drover.file.Utf8;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * What a lease is kept under.
 *
 * @param person the folded user part
 * @param domain the folded domain, empty for a short name
 * @param farm the farm's id, empty for the whole fleet
 * @param resource the resource's id, empty when one lease serves all resources of the farm
 */
public record LeaseKey(String person, String domain, String farm, String resource) {

    /** Stands in no name that PostgreSQL can store, so the parts cannot run into each other. */
    private static final String SEPARATOR = "\0";

    /** The key as one word that is safe in a URL; it holds the user's name, so it is no less private. */
    public String id() {
        String joined = String.join(SEPARATOR, person, domain, farm, resource);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(joined.getBytes(StandardCharsets.UTF_8));
    }

    /** The key of an id; empty for a word that {@link #id} never gives. */
    public static Optional<LeaseKey> ofId(String id) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(id);
            String joined = Utf8.text(bytes);
            String[] parts = joined.split(SEPARATOR, -1);
            return parts.length == 4 && !parts[0].isEmpty()
                    ? Optional.of(new LeaseKey(parts[0], parts[1], parts[2], parts[3]))
                            .filter(key -> key.id().equals(id))
                    : Optional.empty();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
