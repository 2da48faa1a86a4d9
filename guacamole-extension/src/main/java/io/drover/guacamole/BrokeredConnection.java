package io.drover.guacamole;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.net.GuacamoleTunnel;
import org.apache.guacamole.net.auth.AuthenticatedUser;
import org.apache.guacamole.net.auth.Connection;
import org.apache.guacamole.net.auth.DelegatingConnection;
import org.apache.guacamole.protocol.GuacamoleClientInformation;
import org.jspecify.annotations.Nullable;

/** A connection whose host the broker chooses, if it is marked so; otherwise just that connection. */
final class BrokeredConnection extends DelegatingConnection {

    private final Connection connection;
    private final String dataSource;
    private final AuthenticatedUser user;
    private final Marks marks;
    private final SharedGateway gateway;
    private final RequestIds ids;

    BrokeredConnection(
            Connection connection,
            String dataSource,
            AuthenticatedUser user,
            Marks marks,
            SharedGateway gateway,
            RequestIds ids) {
        super(connection);
        this.connection = connection;
        this.dataSource = dataSource;
        this.user = user;
        this.marks = marks;
        this.gateway = gateway;
        this.ids = ids;
    }

    /** The other extension's own. */
    Connection undecorated() {
        return connection;
    }

    @Override
    @Deprecated
    @SuppressWarnings("InlineMeSuggester")
    public GuacamoleTunnel connect(GuacamoleClientInformation info) throws GuacamoleException {
        return connect(info, Collections.emptyMap());
    }

    @Override
    public GuacamoleTunnel connect(GuacamoleClientInformation info, Map<String, String> tokens)
            throws GuacamoleException {
        @Nullable String resourceId = marks.resourceOf(connection);
        if (resourceId == null) {
            return connection.connect(info, tokens);
        }
        Person person = Person.of(user, tokens.get(Person.ADDRESS_TOKEN));
        Target target = Target.of(dataSource, connection, resourceId);
        return gateway.get().connect(person, target, ids, placement -> {
            Map<String, String> all = new HashMap<>(tokens);
            all.putAll(placement.tokens());
            return connection.connect(info, all);
        });
    }
}
