package io.drover.guacamole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import java.util.Map;
import java.util.Objects;
import org.apache.guacamole.GuacamoleException;
import org.apache.guacamole.GuacamoleServerException;
import org.apache.guacamole.net.GuacamoleTunnel;
import org.apache.guacamole.net.auth.Connection;
import org.apache.guacamole.net.auth.UserContext;
import org.apache.guacamole.net.auth.simple.SimpleConnectionGroup;
import org.apache.guacamole.net.auth.simple.SimpleUserContext;
import org.apache.guacamole.protocol.GuacamoleClientInformation;
import org.apache.guacamole.protocol.GuacamoleConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which connections are brokered, and what they get. */
class BrokeredConnectionIT {

    @RegisterExtension
    static final Surroundings all = new Surroundings();

    private static final String NO_BROKER = "http://127.0.0.1:1";

    @Test
    void anAttributeSendsAConnectionWhereTheBrokerSays() throws Exception {
        all.operator().farm("attribute", "attribute-1");
        all.guacd().at("attribute-1", FakeGuacd::desktop);
        Connection connection = Guacamole.connection("Any name", "attribute", "${SESSIONGUARD_HOST}");

        try (Guacamole guacamole = Guacamole.asking(url())) {
            GuacamoleTunnel tunnel = guacamole.click("anna", connection);

            assertThat(Screen.until(tunnel, "rect")).contains("size 0 640 480");
            tunnel.close();
        }
        assertThat(all.guacd().reached("attribute-1"))
                .singleElement()
                .satisfies(reached -> assertThat(reached)
                        .containsEntry("username", "anna")
                        .containsEntry("password", Guacamole.PASSWORD));
    }

    @Test
    void aTokenInAParameterIsEnoughAndTheBrokerFindsTheResourceByTheConnection() throws Exception {
        all.operator().farm("token", "token-1");
        all.guacd().at("token-1", FakeGuacd::desktop);

        try (Guacamole guacamole = Guacamole.asking(url())) {
            guacamole
                    .click("anna", Guacamole.connection("token", null, "${SESSIONGUARD_HOST}"))
                    .close();
        }
        assertThat(all.guacd().reached("token-1")).hasSize(1);
    }

    @Test
    void connectionsOfAFileAreBrokeredByTheirTokens() throws Exception {
        all.operator().farm("file", "file-1");
        all.guacd().at("file-1", FakeGuacd::desktop);
        GuacamoleConfiguration configuration = new GuacamoleConfiguration();
        configuration.setProtocol("rdp");
        configuration.setParameter("hostname", "${SESSIONGUARD_HOST}");

        try (Guacamole guacamole = Guacamole.asking(url())) {
            UserContext file = new SimpleUserContext(
                    Guacamole.user("anna").getAuthenticationProvider(), "anna", Map.of("file", configuration), true);
            UserContext page =
                    guacamole.provider().decorate(file, Guacamole.user("anna"), Guacamole.credentials("anna"));

            Guacamole.click(page, "file").close();
        }
        assertThat(all.guacd().reached("file-1")).hasSize(1);
    }

    @Test
    void anEscapedTokenIsNone() throws Exception {
        all.guacd().at("${SESSIONGUARD_HOST}", FakeGuacd::desktop);
        Connection escaped = new org.apache.guacamole.net.auth.simple.SimpleConnection(
                "Escaped", "escaped", fixed("$${SESSIONGUARD_HOST}"), true);

        try (Guacamole guacamole = Guacamole.asking(NO_BROKER)) {
            guacamole.click("anna", escaped).close();
        }
        assertThat(all.guacd().reached("${SESSIONGUARD_HOST}")).hasSize(1);
    }

    @Test
    void withAWrongPrefixATokenIsNotSentAsItIsWritten() {
        try (Guacamole guacamole = Guacamole.with("drover-token-prefix", "A-B", "drover-url", NO_BROKER)) {
            Connection connection = Guacamole.connection("wrong prefix", null, "${SESSIONGUARD_HOST}");

            assertThatThrownBy(() -> guacamole.click("anna", connection)).hasMessageContaining("drover-");
        }
    }

    @Test
    void theListOfTheSettingsNamesConnectionsInAnyCase() throws Exception {
        try (Relay relay = Relay.to(all.broker().url());
                Guacamole guacamole = Guacamole.with(
                        "drover-url",
                        relay.url(),
                        "drover-key",
                        BrokerProcess.KEY,
                        "drover-connections",
                        "Other, the LISTED one")) {
            guacamole
                    .click("anna", Guacamole.connection("The listed one", null, "fixed"))
                    .close();

            assertThat(relay.heard("resolve")).isNotEmpty();
        }
    }

    @Test
    void everyTokenIsSetSoThatADesktopGetsNoLiteralTokens() throws Exception {
        all.operator().farm("tokens", "tokens-1");
        all.guacd().at("tokens-1", FakeGuacd::desktop);

        try (Guacamole guacamole = Guacamole.asking(url())) {
            guacamole.click("anna", Guacamole.desktop("tokens")).close();
        }
        assertThat(all.guacd().reached("tokens-1").get(0))
                .containsEntry("remote-app", "")
                .containsEntry("remote-app-dir", "")
                .containsEntry("remote-app-args", "");
    }

    @Test
    void aRemoteAppGetsItsProgram() throws Exception {
        all.operator().farm("apps", "apps-1");
        all.operator()
                .resource(Map.of(
                        "id", "sage",
                        "farm_id", "apps",
                        "kind", "remoteapp",
                        "remote_app", "||Sage",
                        "remote_app_dir", "C:\\Sage",
                        "remote_app_args", "/quiet, please"));
        all.guacd().at("apps-1", FakeGuacd::desktop);

        try (Guacamole guacamole = Guacamole.asking(url())) {
            guacamole.click("anna", Guacamole.desktop("sage")).close();
        }
        assertThat(all.guacd().reached("apps-1").get(0))
                .containsEntry("remote-app", "||Sage")
                .containsEntry("remote-app-dir", "C:\\Sage")
                .containsEntry("remote-app-args", "/quiet, please");
    }

    @Test
    void theBrokerIsToldWhoWantsWhatFromWhereAndNothingSecret() throws Exception {
        all.operator().farm("told", "told-1");
        all.guacd().at("told-1", FakeGuacd::desktop);

        try (Relay relay = Relay.to(all.broker().url());
                Guacamole guacamole = Guacamole.asking(relay.url())) {
            UserContext page = guacamole.seenBy(Guacamole.user("anna", "staff", "admins"), Guacamole.desktop("told"));
            Guacamole.click(page, "id of told").close();

            Relay.Heard heard = relay.heard("resolve").get(0);
            JsonObject told = heard.json();
            assertThat(told.get("username").getAsString()).isEqualTo("anna");
            assertThat(told.get("groups")).hasToString("[\"admins\",\"staff\"]");
            assertThat(told.get("connection_id").getAsString()).isEqualTo("id of told");
            assertThat(told.get("connection_name").getAsString()).isEqualTo("told");
            assertThat(told.get("data_source").getAsString()).isEqualTo("elsewhere");
            assertThat(told.get("resource_id").getAsString()).isEqualTo("told");
            assertThat(told.get("client_address").getAsString()).isEqualTo("192.0.2.7");
            assertThat(told.get("node_id").getAsString()).isEqualTo("node-1");
            assertThat(told.get("request_id").getAsString()).isNotBlank();
            assertThat(heard.body()).doesNotContain(Guacamole.PASSWORD);
            assertThat(heard.key()).isEqualTo("Bearer " + BrokerProcess.KEY);
        }
    }

    @Test
    void tokensOfOthersAreNotTakenFromTheBroker() throws Exception {
        all.guacd().at("foreign-1", FakeGuacd::desktop);

        try (Relay relay = Relay.to(all.broker().url());
                Guacamole guacamole = Guacamole.asking(relay.url())) {
            relay.answers((exchange, heard) -> Relay.answer(exchange, 200, """
                    {"agent_id": "a", "decision_id": "d", "tokens": {"SESSIONGUARD_HOST": "foreign-1",
                     "GUAC_USERNAME": "somebody else", "GUAC_PASSWORD": "x"}}
                    """));

            guacamole.click("anna", Guacamole.desktop("foreign")).close();
        }
        assertThat(all.guacd().reached("foreign-1").get(0))
                .containsEntry("username", "anna")
                .containsEntry("password", Guacamole.PASSWORD);
    }

    @Test
    void anAnswerWithoutAHostConnectsToNothing() throws Exception {
        try (Relay relay = Relay.to(all.broker().url());
                Guacamole guacamole = Guacamole.asking(relay.url())) {
            relay.answers((exchange, heard) -> Relay.answer(
                    exchange,
                    200,
                    "{\"agent_id\": \"a\", \"decision_id\": \"d\", \"tokens\": {\"OTHER_HOST\": \"h\"}}"));

            assertThatThrownBy(() -> guacamole.click("anna", Guacamole.desktop("hostless")))
                    .hasMessageContaining("drover-token-prefix");
        }
    }

    @Test
    void otherConnectionsNeverTouchTheBroker() throws Exception {
        all.guacd().at("fixed-1", FakeGuacd::desktop);
        Connection fixed =
                new org.apache.guacamole.net.auth.simple.SimpleConnection("Fixed", "fixed", fixed("fixed-1"), true);

        try (Guacamole brokerDown = Guacamole.asking(NO_BROKER);
                Guacamole nothingSet = Guacamole.with()) {
            GuacamoleTunnel first = brokerDown.click("anna", fixed);
            GuacamoleTunnel second = nothingSet.click("anna", fixed);

            assertThat(Screen.until(first, "rect")).contains("size 0 640 480");
            assertThat(Screen.until(second, "rect")).contains("size 0 640 480");
            first.close();
            second.close();
        }
    }

    @Test
    void otherConnectionsWorkWhileNoSettingCanBeRead() throws Exception {
        all.guacd().at("unread-1", FakeGuacd::desktop);
        Connection fixed =
                new org.apache.guacamole.net.auth.simple.SimpleConnection("Unread", "unread", fixed("unread-1"), true);
        GuacamoleException away = new GuacamoleServerException("the vault is away");

        try (Guacamole guacamole = Guacamole.failing(away, "drover-connections", "drover-token-prefix")) {
            guacamole.click("anna", fixed).close();
        }
        assertThat(all.guacd().reached("unread-1")).hasSize(1);
    }

    private static GuacamoleConfiguration fixed(String host) {
        GuacamoleConfiguration configuration = new GuacamoleConfiguration();
        configuration.setProtocol("rdp");
        configuration.setParameter("hostname", host);
        return configuration;
    }

    @Test
    void wrongSettingsAreFoundWhenAConnectionIsMadeAndNotBefore() {
        try (Guacamole guacamole = Guacamole.with("drover-url", "broker.example")) {
            UserContext page = guacamole.seenBy(Guacamole.user("anna"), Guacamole.desktop("unset"));

            assertThatThrownBy(() -> Guacamole.click(page, "id of unset")).hasMessageContaining("drover-url");
        }
    }

    @Test
    void publishedConnectionsAreNotBrokeredTwice() throws Exception {
        try (Guacamole guacamole =
                Guacamole.with("drover-publish", "true", "drover-url", NO_BROKER, "drover-key", BrokerProcess.KEY)) {
            UserContext own = Objects.requireNonNull(guacamole.publishing().getUserContext(Guacamole.user("anna")));

            assertThat(guacamole.provider().decorate(own, Guacamole.user("anna"), Guacamole.credentials("anna")))
                    .isSameAs(own);
        }
    }

    @Test
    void aBalancingGroupIsLeftToItsExtension() throws Exception {
        try (Guacamole guacamole = Guacamole.asking(NO_BROKER)) {
            UserContext page = guacamole.seenBy(Guacamole.user("anna"), Guacamole.desktop("member"));

            assertThat(page.getRootConnectionGroup()).isInstanceOf(SimpleConnectionGroup.class);
            assertThatThrownBy(() -> page.getRootConnectionGroup()
                            .connect(new GuacamoleClientInformation(), Guacamole.tokens("anna")))
                    .isInstanceOf(org.apache.guacamole.GuacamoleSecurityException.class);
        }
    }

    @Test
    void theFormOfAConnectionHasAFieldForTheResource() throws Exception {
        try (Guacamole guacamole = Guacamole.asking(NO_BROKER)) {
            Connection stored = Guacamole.desktop("form");
            UserContext page = guacamole.seenBy(Guacamole.user("anna"), stored);

            assertThat(page.getConnectionAttributes()).singleElement().satisfies(form -> {
                assertThat(form.getName()).isEqualTo("drover");
                assertThat(form.getFields()).extracting("name").containsExactly("drover-resource");
            });
            Connection edited = page.getConnectionDirectory().get("id of form");
            assertThat(edited.getAttributes()).containsEntry("drover-resource", "form");
            assertThat(((BrokeredConnection) edited).undecorated()).isSameAs(stored);
        }
    }

    private static String url() {
        return all.broker().url().toString();
    }
}
