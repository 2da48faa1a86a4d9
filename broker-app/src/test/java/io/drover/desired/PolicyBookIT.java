package io.drover.desired;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.drover.database.DatabaseExtension;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is kept in memory follows the database, also back to what it had before. */
class PolicyBookIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private final AgentPolicyDao dao = database.jdbi().onDemand(AgentPolicyDao.class);
    private final PolicyBook book = new PolicyBook(dao);

    @BeforeEach
    void nothingIsSet() {
        database.execute("DELETE FROM agent_policy");
        book.reload();
    }

    @Test
    void whatWasSetLastHolds() {
        set("first");
        book.reload();
        assertThat(held()).hasValue("first");
        set("second");
        book.globalPolicyChanged();
        assertThat(held()).hasValue("second");
    }

    /** As after a standby took over that lacks it. */
    @Test
    void aRevisionThatTheDatabaseHasLostHoldsNoMore() {
        AgentPolicyRevision first = set("first");
        AgentPolicyRevision second = set("second");
        book.reload();
        lose(second);
        book.reload();
        assertThat(held()).hasValue("first");
        lose(first);
        book.reload();
        assertThat(held()).isEmpty();
    }

    private void lose(AgentPolicyRevision revision) {
        database.execute("DELETE FROM agent_policy WHERE revision = " + revision.revision());
    }

    private AgentPolicyRevision set(String name) {
        return dao.setGlobal(JsonNodeFactory.instance.objectNode().put("name", name), "operator:console", "replace");
    }

    private Optional<String> held() {
        return book.of(PolicyOwner.GLOBAL, "")
                .map(AgentPolicyRevision::policy)
                .map(policy -> policy.path("name").asText());
    }
}
