package io.drover.guacamole;

import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.net.GuacamoleSocket;
import org.apache.guacamole.net.GuacamoleTunnel;
import org.apache.guacamole.net.InetGuacamoleSocket;
import org.apache.guacamole.net.SSLGuacamoleSocket;
import org.apache.guacamole.net.SimpleGuacamoleTunnel;
import org.apache.guacamole.net.auth.AbstractConnection;
import org.apache.guacamole.net.auth.ActivityRecordSet;
import org.apache.guacamole.net.auth.AuthenticatedUser;
import org.apache.guacamole.net.auth.ConnectionRecord;
import org.apache.guacamole.net.auth.GuacamoleProxyConfiguration;
import org.apache.guacamole.net.auth.simple.SimpleActivityRecordSet;
import org.apache.guacamole.protocol.ConfiguredGuacamoleSocket;
import org.apache.guacamole.protocol.GuacamoleClientInformation;
import org.apache.guacamole.protocol.GuacamoleConfiguration;
import org.apache.guacamole.token.GuacamoleTokenUndefinedException;
import org.apache.guacamole.token.TokenFilter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A resource of the broker as a connection that is defined nowhere else. */
final class PublishedConnection extends AbstractConnection {

    private static final Logger LOG = LoggerFactory.getLogger(PublishedConnection.class);
    private static final String PROTOCOL = "rdp";

    private final PublishedResource resource;
    private final AuthenticatedUser user;
    private final SharedGateway gateway;
    private final RequestIds ids;

    PublishedConnection(PublishedResource resource, AuthenticatedUser user, SharedGateway gateway, RequestIds ids) {
        this.resource = resource;
        this.user = user;
        this.gateway = gateway;
        this.ids = ids;
        setIdentifier(resource.id());
        setName(resource.name());
        setParentIdentifier("ROOT");
        setConfiguration(rdp());
    }

    private static GuacamoleConfiguration rdp() {
        GuacamoleConfiguration configuration = new GuacamoleConfiguration();
        configuration.setProtocol(PROTOCOL);
        return configuration;
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
        Person person = Person.of(user, tokens.get(Person.ADDRESS_TOKEN));
        return gateway.get().connect(person, Target.of(resource.id()), ids, placement -> open(placement, info, tokens));
    }

    private GuacamoleTunnel open(Placement placement, GuacamoleClientInformation info, Map<String, String> tokens)
            throws GuacamoleException {
        Map<String, String> all = new HashMap<>(tokens);
        all.putAll(placement.tokens());
        GuacamoleConfiguration configuration = configuration();
        configuration.setParameters(defined(configuration.getParameters(), new TokenFilter(all)));
        GuacamoleSocket guacd = socket(placement);
        boolean connected = false;
        try {
            GuacamoleTunnel tunnel =
                    new SimpleGuacamoleTunnel(new ConfiguredGuacamoleSocket(guacd, configuration, info));
            connected = true;
            return tunnel;
        } finally {
            if (!connected) {
                closeQuietly(guacd);
            }
        }
    }

    /** The parameters whose tokens all stand for something; sent as they are written, the others would be wrong. */
    private static Map<String, String> defined(Map<String, String> parameters, TokenFilter tokens) {
        Map<String, String> defined = new HashMap<>();
        parameters.forEach((name, value) -> {
            try {
                defined.put(name, tokens.filterStrict(value));
            } catch (GuacamoleTokenUndefinedException e) {
                LOG.debug("The parameter {} is left out: {} is not known here.", name, e.getTokenName());
            }
        });
        return defined;
    }

    private static void closeQuietly(GuacamoleSocket guacd) {
        try {
            guacd.close();
        } catch (GuacamoleException e) {
            LOG.debug("The connection to guacd did not close well", e);
        }
    }

    private GuacamoleConfiguration configuration() throws GuacamoleException {
        Settings settings = gateway.get().settings();
        GuacamoleConfiguration configuration = rdp();
        settings.publishedParameters().forEach(configuration::setParameter);
        if (resource.remoteApp()) {
            String start = "${" + settings.prefix() + "_REMOTE_APP";
            configuration.setParameter("remote-app", start + "}");
            configuration.setParameter("remote-app-dir", start + "_DIR}");
            configuration.setParameter("remote-app-args", start + "_ARGS}");
        }
        return configuration;
    }

    private GuacamoleSocket socket(Placement placement) throws GuacamoleException {
        @Nullable GuacamoleProxyConfiguration chosen = placement.guacd();
        GuacamoleProxyConfiguration guacd =
                chosen == null ? gateway.environment().getDefaultGuacamoleProxyConfiguration() : chosen;
        switch (guacd.getEncryptionMethod()) {
            case SSL:
                return new SSLGuacamoleSocket(guacd.getHostname(), guacd.getPort());
            case NONE:
                return new InetGuacamoleSocket(guacd.getHostname(), guacd.getPort());
        }
        throw new IllegalStateException("guacd's encryption is neither on nor off");
    }

    @Override
    public Map<String, String> getAttributes() {
        return Collections.emptyMap();
    }

    @Override
    public void setAttributes(Map<String, String> attributes) {
        // It has none.
    }

    @Override
    public @Nullable Date getLastActive() {
        return null;
    }

    @Override
    public ActivityRecordSet<ConnectionRecord> getConnectionHistory() {
        return new SimpleActivityRecordSet<>();
    }

    @Override
    public int getActiveConnections() {
        return 0;
    }
}
