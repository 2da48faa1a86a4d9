package io.drover.guacamole;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.guacamole.net.GuacamoleTunnel;
import org.apache.guacamole.net.auth.Connection;
import org.apache.guacamole.net.auth.UserContext;
import org.apache.guacamole.net.auth.permission.ObjectPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The broker's resources as connections that nobody defined in Guacamole. */
class PublishingIT {

    @RegisterExtension
    static final Surroundings all = new Surroundings();

    @Test
    void publishingIsOffUnlessAskedFor() {
        try (Guacamole guacamole = Guacamole.asking(url())) {
            assertThat(guacamole.publishing().getUserContext(Guacamole.user("anna")))
                    .isNull();
        }
    }

    @Test
    void usersSeeWhatIsForTheirGroups() throws Exception {
        all.operator().farm("published-farm");
        all.operator().resource(Map.of("id", "published-all", "name", "For all", "farm_id", "published-farm"));
        all.operator()
                .resource(Map.of(
                        "id", "published-staff",
                        "name", "For staff",
                        "farm_id", "published-farm",
                        "groups", List.of("Staff")));

        try (Guacamole guacamole = publishing(url())) {
            assertThat(published(guacamole, "anna", "staff")).contains("published-all", "published-staff");
            assertThat(published(guacamole, "bert")).contains("published-all").doesNotContain("published-staff");
        }
    }

    @Test
    void aPublishedDesktopConnectsLikeAnyOther() throws Exception {
        all.operator().farm("publish", "publish-a", "publish-b");
        all.guacd().at("publish-b", FakeGuacd::desktop);

        try (Guacamole guacamole = publishing(url())) {
            UserContext page = page(guacamole, "anna");
            Connection connection = page.getConnectionDirectory().get("publish");
            GuacamoleTunnel tunnel = Guacamole.click(page, "publish");

            assertThat(Screen.until(tunnel, "rect")).contains("size 0 640 480");
            tunnel.close();
            assertThat(connection.getName()).isEqualTo("publish");
            assertThat(connection.getConfiguration().getProtocol()).isEqualTo("rdp");
            assertThat(connection.getConfiguration().getParameters()).isEmpty();
            assertThat(page.self().getConnectionPermissions().hasPermission(ObjectPermission.Type.READ, "publish"))
                    .isTrue();
        }
        assertThat(all.guacd().reached("publish-"))
                .extracting(reached -> reached.get("hostname"))
                .containsExactly("publish-a", "publish-b");
        assertThat(all.guacd().reached("publish-b").get(0))
                .containsEntry("port", "3389")
                .containsEntry("username", "anna")
                .containsEntry("password", Guacamole.PASSWORD)
                .containsEntry("remote-app", "");
    }

    @Test
    void aPublishedProgramStartsAndSettingsAddParameters() throws Exception {
        all.operator().farm("programs", "programs-a");
        all.operator()
                .resource(Map.of("id", "paint", "farm_id", "programs", "kind", "remoteapp", "remote_app", "||Paint"));
        all.guacd().at("programs-a", FakeGuacd::desktop);

        try (Guacamole guacamole = Guacamole.with(
                "drover-url",
                url(),
                "drover-key",
                BrokerProcess.KEY,
                "drover-publish",
                "true",
                "drover-publish-parameters",
                "password=, username = EXAMPLE\\${GUAC_USERNAME}")) {
            Guacamole.click(page(guacamole, "anna"), "paint").close();
        }
        assertThat(all.guacd().reached("programs-a").get(0))
                .containsEntry("remote-app", "||Paint")
                .containsEntry("username", "EXAMPLE\\anna")
                .containsEntry("password", "");
    }

    @Test
    void theBrokerMayChooseTheGuacd() throws Exception {
        try (Relay relay = Relay.to(all.broker().url());
                FakeGuacd nearer = new FakeGuacd();
                Guacamole guacamole = publishing(relay.url())) {
            nearer.at("near-a", FakeGuacd::desktop);
            relay.answers((exchange, heard) -> Relay.answer(exchange, 200, """
                    {"items": [{"id": "near", "name": "Near", "kind": "desktop"}],
                     "agent_id": "a", "decision_id": "d", "port": 3390, "tokens": {"SESSIONGUARD_HOST": "near-a"},
                     "guacd": {"hostname": "127.0.0.1", "port": %d, "encryption": "none"}}
                    """.formatted(nearer.port())));

            Guacamole.click(page(guacamole, "anna"), "near").close();

            assertThat(nearer.reached("near-a"))
                    .singleElement()
                    .satisfies(reached -> assertThat(reached).containsEntry("port", "3390"));
        }
        assertThat(all.guacd().reached("near-a")).isEmpty();
    }

    @Test
    void usersLogInWhateverTheBrokerDoesAndSeeWhatWasThereLastTime() throws Exception {
        try (Relay relay = Relay.to(all.broker().url());
                Guacamole guacamole = publishing(relay.url());
                Guacamole wrong = Guacamole.with("drover-publish", "true")) {
            relay.answers((exchange, heard) ->
                    Relay.answer(exchange, 200, "{\"items\": [{\"id\": \"one\"}, {\"name\": \"no id\"}, 7]}"));
            assertThat(published(guacamole, "anna")).containsExactly("one");

            for (String nonsense : List.of("", "[]", "{\"items\": 7}", "{}", "{", "<html>")) {
                for (int status : new int[] {200, 302, 404, 503}) {
                    relay.answers((exchange, heard) -> Relay.answer(exchange, status, nonsense));
                    assertThat(published(guacamole, "anna")).containsExactly("one");
                    assertThat(published(guacamole, "bert")).isEmpty();
                }
            }
            assertThat(published(wrong, "anna")).isEmpty();
        }
    }

    @Test
    void whatGuacamoleDoesNotKnowIsLeftOutInsteadOfSentAsItIsWritten() throws Exception {
        all.operator().farm("sso", "sso-a");
        all.guacd().at("sso-a", FakeGuacd::desktop);

        try (Guacamole guacamole = publishing(url())) {
            Guacamole.clickWithoutPassword(page(guacamole, "anna"), "sso").close();
        }
        assertThat(all.guacd().reached("sso-a"))
                .singleElement()
                .satisfies(reached ->
                        assertThat(reached).containsEntry("username", "anna").containsEntry("password", ""));
    }

    @Test
    void aWrongSettingPublishesNothingAndLetsUsersIn() {
        try (Guacamole guacamole = Guacamole.with("drover-publish", "yes")) {
            assertThat(guacamole.publishing().getUserContext(Guacamole.user("anna")))
                    .isNull();
        }
    }

    @Test
    void anErrorOfOursKeepsNobodyOut() {
        Throwable fault = new LinkageError("a class is gone, since Guacamole is being replaced");

        try (Guacamole guacamole = Guacamole.failing(fault, "drover-url")) {
            assertThat(guacamole.publishing().getUserContext(Guacamole.user("anna")))
                    .isNull();
        }
    }

    @Test
    void aReloadedPageShowsWhatIsPublishedNow() throws Exception {
        try (Relay relay = Relay.to(all.broker().url());
                Guacamole guacamole = publishing(relay.url())) {
            relay.answers((exchange, heard) -> Relay.answer(exchange, 200, "{\"items\": [{\"id\": \"one\"}]}"));
            UserContext before = page(guacamole, "anna");
            relay.answers((exchange, heard) -> Relay.answer(exchange, 200, "{\"items\": [{\"id\": \"two\"}]}"));

            UserContext after = Objects.requireNonNull(guacamole
                    .publishing()
                    .updateUserContext(before, Guacamole.user("anna"), Guacamole.credentials("anna")));

            assertThat(after.getConnectionDirectory().getIdentifiers()).containsExactly("two");
        }
    }

    private static Guacamole publishing(String url) {
        return Guacamole.with("drover-url", url, "drover-key", BrokerProcess.KEY, "drover-publish", "true");
    }

    private static UserContext page(Guacamole guacamole, String user, String... groups) {
        return Objects.requireNonNull(guacamole.publishing().getUserContext(Guacamole.user(user, groups)));
    }

    private static Iterable<String> published(Guacamole guacamole, String user, String... groups) throws Exception {
        return page(guacamole, user, groups).getConnectionDirectory().getIdentifiers();
    }

    private static String url() {
        return all.broker().url().toString();
    }
}
