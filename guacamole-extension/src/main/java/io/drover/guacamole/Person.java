package io.drover.guacamole;

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

    /** The broker takes 64 KiB in all. */
    private static final int MOST_GROUP_CHARACTERS = 32_000;

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

    /** As many of the groups as a broker can be told. */
    List<String> groupsThatFit() {
        List<String> fitting = new ArrayList<>();
        int characters = 0;
        for (String group : groups) {
            characters += group.length() + 3;
            if (characters > MOST_GROUP_CHARACTERS) {
                LOG.warn("A user has {} groups; the broker is told of the first {}.", groups.size(), fitting.size());
                break;
            }
            fitting.add(group);
        }
        return fitting;
    }

    /** Empty when it is not known. */
    String address() {
        return address;
    }
}
