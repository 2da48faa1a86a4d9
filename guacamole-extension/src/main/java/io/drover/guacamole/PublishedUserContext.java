package io.drover.guacamole;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.net.auth.AbstractUserContext;
import org.apache.guacamole.net.auth.AuthenticatedUser;
import org.apache.guacamole.net.auth.AuthenticationProvider;
import org.apache.guacamole.net.auth.Connection;
import org.apache.guacamole.net.auth.Directory;
import org.apache.guacamole.net.auth.User;
import org.apache.guacamole.net.auth.permission.ObjectPermissionSet;
import org.apache.guacamole.net.auth.simple.SimpleDirectory;
import org.apache.guacamole.net.auth.simple.SimpleObjectPermissionSet;
import org.apache.guacamole.net.auth.simple.SimpleUser;
import org.jspecify.annotations.Nullable;

/** The broker's resources as one user sees them. */
final class PublishedUserContext extends AbstractUserContext {

    private final AuthenticationProvider provider;
    private final User self;
    private final Directory<Connection> connections;

    PublishedUserContext(
            AuthenticationProvider provider,
            AuthenticatedUser user,
            SharedGateway gateway,
            List<PublishedResource> resources) {
        this.provider = provider;
        RequestIds ids = new RequestIds(System::nanoTime);
        Collection<Connection> all = new ArrayList<>();
        Collection<String> names = new ArrayList<>();
        for (PublishedResource resource : resources) {
            all.add(new PublishedConnection(resource, user, gateway, ids));
            names.add(resource.id());
        }
        connections = new SimpleDirectory<>(all);
        self = new Reader(user.getIdentifier(), new SimpleObjectPermissionSet(names));
    }

    @Override
    public User self() {
        return self;
    }

    @Override
    public @Nullable Object getResource() {
        return null;
    }

    @Override
    public AuthenticationProvider getAuthenticationProvider() {
        return provider;
    }

    @Override
    public Directory<Connection> getConnectionDirectory() {
        return connections;
    }

    /** May see the connections, and the group that they are in. */
    private static final class Reader extends SimpleUser {

        private final ObjectPermissionSet permissions;

        Reader(String name, ObjectPermissionSet permissions) {
            super(name);
            this.permissions = permissions;
        }

        @Override
        public ObjectPermissionSet getConnectionPermissions() throws GuacamoleException {
            return permissions;
        }

        @Override
        public ObjectPermissionSet getConnectionGroupPermissions() throws GuacamoleException {
            Collection<String> root = new ArrayList<>();
            root.add(DEFAULT_ROOT_CONNECTION_GROUP);
            return new SimpleObjectPermissionSet(root);
        }
    }
}
