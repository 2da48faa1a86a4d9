package io.drover.guacamole;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.form.Form;
import org.apache.guacamole.form.TextField;
import org.apache.guacamole.net.auth.AuthenticatedUser;
import org.apache.guacamole.net.auth.Connection;
import org.apache.guacamole.net.auth.DecoratingDirectory;
import org.apache.guacamole.net.auth.DelegatingUserContext;
import org.apache.guacamole.net.auth.Directory;
import org.apache.guacamole.net.auth.UserContext;

/** Another extension's data, with connections that may be brokered and a field to say so. */
final class BrokeredUserContext extends DelegatingUserContext {

    private static final Form FORM = new Form("drover", Collections.singletonList(new TextField(Marks.ATTRIBUTE)));

    private final UserContext context;
    private final AuthenticatedUser user;
    private final SharedGateway gateway;
    private final Marks marks;
    private final RequestIds ids = new RequestIds(System::nanoTime);

    BrokeredUserContext(UserContext context, AuthenticatedUser user, SharedGateway gateway) {
        super(context);
        this.context = context;
        this.user = user;
        this.gateway = gateway;
        marks = new Marks(context, gateway::environment);
    }

    @Override
    public Directory<Connection> getConnectionDirectory() throws GuacamoleException {
        return new BrokeredDirectory(super.getConnectionDirectory());
    }

    @Override
    public Collection<Form> getConnectionAttributes() {
        Collection<Form> forms = new ArrayList<>(super.getConnectionAttributes());
        forms.add(FORM);
        return Collections.unmodifiableCollection(forms);
    }

    private final class BrokeredDirectory extends DecoratingDirectory<Connection> {

        BrokeredDirectory(Directory<Connection> directory) {
            super(directory);
        }

        @Override
        protected Connection decorate(Connection connection) {
            String dataSource = context.getAuthenticationProvider().getIdentifier();
            return new BrokeredConnection(connection, dataSource, user, marks, gateway, ids);
        }

        @Override
        protected Connection undecorate(Connection connection) {
            return connection instanceof BrokeredConnection
                    ? ((BrokeredConnection) connection).undecorated()
                    : connection;
        }
    }
}
