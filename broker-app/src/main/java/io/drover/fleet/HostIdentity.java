package io.drover.fleet;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who and where a host says it is. Users are sent by it, so a change of it is never taken for granted.
 *
 * @param hostname the host's own name, null when it did not say
 * @param address where it wants RDP to go, null when it did not say
 * @param port its RDP port, null when it did not say
 * @param zone free name of a place, null when it did not say
 */
public record HostIdentity(
        @Nullable String hostname,
        @Nullable String address,
        @Nullable Integer port,
        @Nullable String zone) {

    /** Nothing was ever said. */
    public static final HostIdentity UNKNOWN = new HostIdentity(null, null, null, null);

    /** What a report changes. */
    public enum Difference {
        /** Nothing. */
        NONE,
        /** Something that no user is sent by, or said for the first time. */
        HARMLESS,
        /** Users would be sent elsewhere. */
        REDIRECTING
    }

    /**
     * What is different in a newer report. Silence about a name that was known is no difference; a name said for the
     * first time excuses no other address.
     *
     * @param heard whether the host has reported before, be it without a word on who and where it is
     */
    public Difference to(HostIdentity newer, boolean heard) {
        boolean moved = !Objects.equals(address, newer.address) || !Objects.equals(port, newer.port);
        if (hostname == null && newer.hostname != null) {
            return moved && (heard || saysWhere()) ? Difference.REDIRECTING : Difference.HARMLESS;
        }
        boolean renamed = newer.hostname != null && !newer.hostname.equalsIgnoreCase(hostname);
        if (renamed || moved) {
            return Difference.REDIRECTING;
        }
        return Objects.equals(zone, newer.zone) ? Difference.NONE : Difference.HARMLESS;
    }

    private boolean saysWhere() {
        return address != null || port != null;
    }

    /** This, brought up to date by a newer report. */
    public HostIdentity updatedBy(HostIdentity newer) {
        return newer.hostname != null ? newer : new HostIdentity(hostname, newer.address, newer.port, newer.zone);
    }
}
