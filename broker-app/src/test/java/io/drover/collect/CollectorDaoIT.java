package io.drover.collect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.drover.control.Race;
import io.drover.database.DatabaseExtension;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which instance scrapes which host is settled by the database. */
class CollectorDaoIT {

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private static final List<String> NAMES =
            IntStream.range(0, 10).mapToObj(i -> "rds-" + i).toList();

    private final CollectorDao dao = database.database().jdbi().onDemand(CollectorDao.class);

    @BeforeEach
    void tenHosts() {
        database.execute("TRUNCATE agent, heartbeat, lease, collector, collected_host");
        NAMES.forEach(this::enrol);
    }

    private boolean enrol(String name) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        return dao.enrol(
                        "id-of-" + name,
                        "windows_exporter:" + name,
                        "00",
                        name,
                        "10.0.0.1",
                        null,
                        json.objectNode().put("role", "office"),
                        List.of("office"),
                        json.objectNode(),
                        "collector",
                        "enroll")
                .isPresent();
    }

    private List<String> claim(String instance, double seconds) {
        return dao.claim(instance, NAMES, seconds).stream()
                .map(CollectorDao.Held::name)
                .toList();
    }

    @Test
    void instancesThatClaimAtTheSameMomentShareNoHost() throws Exception {
        for (int round = 0; round < 10; round++) {
            int first = round * 4;
            List<List<String>> claimed = Race.of(4, i -> () -> claim("instance-" + (first + i), 60));

            assertThat(claimed.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(NAMES);
            database.execute("UPDATE collector SET alive_until = clock_timestamp()");
        }
    }

    @Test
    void aHostIsTakenOverFromAnInstanceThatIsDeadAndFromNoOther() {
        assertThat(claim("first", 60)).hasSize(10);
        assertThat(claim("second", 60)).isEmpty();
        assertThat(claim("first", 0)).hasSize(10);

        assertThat(claim("second", 60)).hasSize(10);
        assertThat(claim("first", 60)).isEmpty();
    }

    @Test
    void aHostThatIsNotNamedAnyMoreIsFree() {
        claim("first", 60);

        assertThat(dao.claim("first", List.of("rds-3"), 60)).hasSize(1);
        assertThat(claim("second", 60)).hasSize(9).doesNotContain("rds-3");
    }

    @Test
    void anInstanceThatLeavesLeavesItsHosts() {
        claim("first", 60);

        dao.leave("first");

        assertThat(claim("second", 60)).hasSize(10);
    }

    @Test
    void aHostIsMadeAnAgentOnceAndAgainWhenItWasDeleted() {
        assertThat(enrol("rds-0")).isFalse();
        assertThat(dao.unknown(NAMES)).isEmpty();
        assertThat(database.query("SELECT address || ' ' || tags::text || ' ' || farm_ids::text FROM agent LIMIT 1"))
                .containsExactly("10.0.0.1 {\"role\": \"office\"} {office}");

        database.execute("DELETE FROM agent WHERE agent_id = 'id-of-rds-0'");

        assertThat(dao.unknown(NAMES)).containsExactly("rds-0");
        assertThat(enrol("rds-0")).isTrue();
        assertThat(database.query(
                        "SELECT DISTINCT who FROM audit WHERE object_id = 'id-of-rds-0' AND action = 'enroll'"))
                .containsExactly("collector");
    }
}
