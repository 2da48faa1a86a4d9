package io.drover;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.OpenApiFile.Operation;
import io.drover.database.DatabaseExtension;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every class of credential on every operation of {@code openapi.yml}: those that it names pass, all others do not.
 * {@link OpenApiIT} sees to it that no route is missing there.
 */
class RoleMatrixIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    @SuppressWarnings("NullAway.Init")
    private static BrokerInstance broker;

    @SuppressWarnings("NullAway.Init")
    private static List<CredentialClass> credentials;

    @BeforeAll
    static void start() throws Exception {
        broker = BrokerInstance.start(database.config());
        String former = enrol("rds-01").token();
        EnrolledHost gone = enrol("rds-03");
        credentials = CredentialClass.all(enrol("rds-01"), enrol("rds-02"), gone, former);
        assertThat(broker.client().operatorDelete("/api/v1/agents/" + gone.id()).status())
                .isEqualTo(204);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    static List<Operation> operations() throws IOException {
        return OpenApiFile.read().operations();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void onlyWhoMayCallAnOperationPasses(Operation operation) {
        for (CredentialClass credential : credentials) {
            CredentialClass.Verdict verdict = credential.on(operation.callers());

            Answer answer = ask(operation, credential);

            assertThat(verdict.allows(answer.status()))
                    .as("%s with %s is to be %s, was answered %s", operation, credential, verdict, answer)
                    .isTrue();
        }
    }

    @Test
    void nothingButTheEnrolmentKeyEnrols() {
        for (CredentialClass credential : credentials) {
            boolean right = credential.secret().equals(BrokerInstance.ENROLLMENT_KEY);

            int status = broker.client().enroll("rds-04", credential.secret()).status();

            assertThat(right ? status == 200 : status == 400 || status == 401 || status == 429)
                    .as("%s was answered %d", credential, status)
                    .isTrue();
        }
    }

    /** A refused request whose body was not read ends its connection, sometimes when the next one is on its way. */
    private static Answer ask(Operation operation, CredentialClass credential) {
        HttpRequest.Builder request = broker.client()
                .request(
                        operation.method(),
                        operation.path().replace("{id}", "any").replace("{session}", "2"),
                        operation.bodyType().isEmpty() ? "application/json" : operation.bodyType(),
                        operation.bodyType().isEmpty() ? "" : "{}");
        credential.headers().forEach(request::header);
        try {
            return broker.client().send(request).join();
        } catch (CompletionException e) {
            return broker.client().send(request).join();
        }
    }

    private static EnrolledHost enrol(String name) {
        Answer answer = broker.client().enroll(name);
        return new EnrolledHost(answer.agentId(), answer.text("token"), name);
    }
}
