package io.drover.policy.fact;

import java.util.Set;

/** A published resource, as rules see it. */
public final class Resource {

    private final ResourceView view;

    public Resource(ResourceView view) {
        this.view = view;
    }

    /** The data behind this fact. Not for rules. */
    public ResourceView view() {
        return view;
    }

    /** The resource's id. */
    public String getId() {
        return view.id();
    }

    /** {@code "desktop"} or {@code "remoteapp"}. */
    @Words({"desktop", "remoteapp"})
    public String getKind() {
        return view.kind();
    }

    /** Its farm, empty when the request or the default decides. */
    public String getFarm_id() {
        return view.farmId();
    }

    /** The Guacamole connection's id, empty when not mapped by id. */
    public String getGuacamole_connection_id() {
        return view.connectionId();
    }

    /** The Guacamole connection's name, trimmed and in lower case, empty when not mapped by name. */
    public String getGuacamole_connection_name() {
        return view.connectionName();
    }

    /** The data source that the connection id belongs to, empty for any. */
    public String getGuacamole_data_source() {
        return view.dataSource();
    }

    /** The RemoteApp's alias without pipes, in lower case, empty for a desktop. */
    public String getAlias() {
        return view.alias();
    }

    /** Whether the agents' readiness for this RemoteApp gates placement. */
    public boolean isManaged() {
        return view.managed();
    }

    /** Who may see it, empty for everybody; never null. */
    public Set<String> getGroups() {
        return view.groups();
    }

    /** Whether it is published. */
    public boolean isEnabled() {
        return view.enabled();
    }

    /** Whether this resource's connection counts in that data source. An empty data source fits all. */
    public boolean in_data_source(String dataSource) {
        return view.dataSource().isEmpty()
                || dataSource.isEmpty()
                || view.dataSource().equals(dataSource);
    }

    @Override
    public String toString() {
        return "Resource " + view.id();
    }
}
