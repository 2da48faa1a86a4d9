package io.drover.guacamole;

import org.apache.guacamole.net.auth.Connection;
import org.jspecify.annotations.Nullable;

/** What a person wants to be connected to. Texts are empty when there is none. */
final class Target {

    private final String dataSource;
    private final String connectionId;
    private final String connectionName;
    private final String resourceId;

    private Target(String dataSource, String connectionId, String connectionName, String resourceId) {
        this.dataSource = dataSource;
        this.connectionId = connectionId;
        this.connectionName = connectionName;
        this.resourceId = resourceId;
    }

    /**
     * A connection of a back end.
     *
     * @param resourceId the resource that it names; empty lets the broker find it by the connection
     */
    static Target of(String dataSource, Connection connection, String resourceId) {
        return new Target(dataSource, text(connection.getIdentifier()), text(connection.getName()), resourceId);
    }

    /** A resource of the broker, without any connection. */
    static Target of(String resourceId) {
        return new Target("", "", "", resourceId);
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    String dataSource() {
        return dataSource;
    }

    String connectionId() {
        return connectionId;
    }

    String connectionName() {
        return connectionName;
    }

    String resourceId() {
        return resourceId;
    }
}
