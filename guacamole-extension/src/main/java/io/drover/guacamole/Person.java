package io.drover.guacamole;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.guacamole.net.auth.AuthenticatedUser;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who wants a connection, and from where. */
final class Person {

    /** The token in which Guacamole keeps the address that a user calls from. */
    static final String ADDRESS_TOKEN = "GUAC_CLIENT_ADDRESS";

    private static final Logger LOG = LoggerFactory.getLogger(Person.class);

    /** The broker takes 64 KiB in all, and no group that is longer than this. */
    private static final int MOST_GROUP_BYTES = 32_000;

    private static final int LONGEST_GROUP = 512;

    private final String name;
    private final SortedSet<String> groups;
    private final String address;

    private Person(String name, SortedSet<String> groups, String address) {
        this.name = name;
        this.groups = groups;
        this.address = address;
    }

    /** A user who has logged in, calling from an address, if it is known. */
    static Person of(AuthenticatedUser user, @Nullable String address) {
        return new Person(
                user.getIdentifier(),
                Collections.unmodifiableSortedSet(new TreeSet<>(user.getEffectiveUserGroups())),
                address == null ? "" : address);
    }

    String name() {
        return name;
    }

    /** The groups, in a fixed order. */
    SortedSet<String> groups() {
        return groups;
    }

    /** As many of the groups, in their order, as a broker can be told. */
    List<String> groupsThatFit() {
        List<String> fitting = new ArrayList<>();
        int bytes = 0;
        for (String group : groups) {
            if (group.length() <= LONGEST_GROUP && bytes + bytes(group) <= MOST_GROUP_BYTES) {
                bytes += bytes(group);
                fitting.add(group);
            }
        }
        if (fitting.size() < groups.size()) {
            LOG.warn("A user has {} groups; the broker is told of {} only.", groups.size(), fitting.size());
        }
        return fitting;
    }

    /** What it takes in JSON, with the comma. */
    private static int bytes(String group) {
        return new JsonPrimitive(group).toString().getBytes(UTF_8).length + 1;
    }

    /** Empty when it is not known. */
    String address() {
        return address;
    }
}
