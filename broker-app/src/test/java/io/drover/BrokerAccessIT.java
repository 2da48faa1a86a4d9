package io.drover;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.database.DatabaseExtension;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who may ask for a placement, and a broker that is switched off. */
class BrokerAccessIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final String RESOLVE = "/api/v1/broker/resolve";
    private static final String JSON = "application/json";
    private static final String ALICE = "{\"username\": \"alice\"}";

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance broker;

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance switchedOff;

    @BeforeAll
    static void start() throws Exception {
        broker = BrokerInstance.start(database.config());
        switchedOff = BrokerInstance.start(database.config(), BrokerInstance.placement(false, 900, true));
        OfficeFarm.create(broker.client(), 1).awaitEligible(broker.client(), 1);
    }

    @AfterAll
    static void stop() {
        switchedOff.close();
        broker.close();
    }

    @Test
    void everyKeyOfTheGatewaysIsValidAtOnce() {
        assertThat(ask(BrokerInstance.BROKER_KEY, ALICE).status()).isEqualTo(200);
        assertThat(ask(BrokerInstance.SECOND_BROKER_KEY, ALICE).status()).isEqualTo(200);
    }

    @Test
    void aWrongKeyIsRefusedBeforeTheBodyIsRead() {
        Answer answer = ask("no-such-key-of-any-gateway-00", "this is no JSON");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.text("code")).isEqualTo("invalid_credential");
    }

    /** Extensions of the protocol's first versions show these sentences to people. */
    @Test
    void theSentencesOfTheFirstVersionsStayAsTheyWere() {
        BrokerClient client = broker.client();

        assertThat(ask("no-such-key-of-any-gateway-00", ALICE).text("error")).isEqualTo("invalid broker credential");
        for (String name : List.of("", " ", "\t", "\u200B")) {
            assertThat(client.resolve(Map.of("username", name)).text("error"))
                    .as("'%s'", name)
                    .isEqualTo("username is required");
        }
        for (String body : List.of("{}", "{\"username\": null}")) {
            assertThat(ask(BrokerInstance.BROKER_KEY, body).text("error"))
                    .as(body)
                    .isEqualTo("username is required");
        }
        Answer form = client.tokens("username=&connection_id=101");
        assertThat(form.status()).isEqualTo(400);
        assertThat(form.text("error")).isEqualTo("username is required");
        assertThat(client.resolve(Map.of("username", "CORP\\")).text("error"))
                .isEqualTo("username: the user name has a domain but no user");
    }

    @Test
    void theKeyOfAnotherClassIsRefused() {
        assertThat(ask(BrokerInstance.OPERATOR_KEY, ALICE).status()).isBetween(401, 403);
        assertThat(ask(BrokerInstance.ENROLLMENT_KEY, ALICE).status()).isEqualTo(401);
    }

    @Test
    void aKeyIsAsked() {
        BrokerClient client = broker.client();

        Answer answer =
                client.send(client.request("POST", RESOLVE, JSON, ALICE)).join();

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.text("code")).isEqualTo("invalid_credential");
    }

    @Test
    void aViewerChangesNothing() {
        BrokerClient client = broker.client();

        Answer answer = client.send(client.request("POST", "/api/v1/farms", JSON, "{\"id\": \"mine\"}")
                        .header("Authorization", "Bearer " + BrokerInstance.VIEWER_KEY))
                .join();

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.text("code")).isEqualTo("forbidden");
        assertThat(database.query("SELECT farm_id FROM farm WHERE farm_id = 'mine'"))
                .isEmpty();
    }

    @Test
    void aBrokerThatIsSwitchedOffSaysSo() {
        BrokerClient client = switchedOff.client();

        assertSwitchedOff(client.resolve(Map.of("username", "alice")));
        assertSwitchedOff(client.tokens("username=alice&connection_id=101"));
        assertThat(client.get("/readyz").status()).isEqualTo(200);
    }

    private static void assertSwitchedOff(Answer answer) {
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text("code")).isEqualTo("broker_disabled");
    }

    private static Answer ask(String key, String body) {
        BrokerClient client = broker.client();
        return client.send(client.request("POST", RESOLVE, JSON, body).header("Authorization", "Bearer " + key))
                .join();
    }
}
