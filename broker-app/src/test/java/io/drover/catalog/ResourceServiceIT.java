package io.drover.catalog;

import static io.drover.control.Outcomes.done;
import static io.drover.control.Outcomes.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.drover.control.Actor;
import io.drover.control.Change;
import io.drover.control.CountingTokens;
import io.drover.control.PageRequest;
import io.drover.control.Race;
import io.drover.control.Refusal;
import io.drover.control.Subject;
import io.drover.control.Violations;
import io.drover.database.DatabaseExtension;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ResourceServiceIT {

    private static final Actor ALICE = Actor.operator("alice");

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private final Set<String> changed = new HashSet<>();
    private final ResourceService resources =
            new ResourceService(database.jdbi().onDemand(ResourceDao.class), changed::addAll, new CountingTokens());

    @BeforeEach
    void emptyTables() {
        database.jdbi().useHandle(handle -> {
            handle.execute("TRUNCATE farm, resource");
            handle.execute("INSERT INTO farm (farm_id, name) VALUES ('erp', 'ERP')");
        });
    }

    @Test
    void aResourceIsStoredAsItWasDrafted() throws Exception {
        Resource made = done(resources.create(read("""
                {"id": "sage", "name": "Sage", "kind": "remoteapp", "farm_id": "erp", "guacamole_connection_id": "101",
                 "guacamole_connection_name": " Sage ", "guacamole_data_source": "mysql", "remote_app": "||Sage",
                 "remote_app_dir": "C:\\\\Sage", "remote_app_args": "-x", "manage_remote_app": true,
                 "remote_app_path": "C:\\\\Sage\\\\sage.exe", "remote_app_command_line_setting": 2,
                 "remote_app_required_command_line": "-y", "groups": ["erp", "Büro 2"], "enabled": true}
                """), ALICE));

        assertThat(resources.find("sage")).contains(made);
        assertThat(made)
                .isEqualTo(new Resource(
                        "sage",
                        "Sage",
                        "remoteapp",
                        "erp",
                        "101",
                        "Sage",
                        "mysql",
                        "||Sage",
                        "C:\\Sage",
                        "-x",
                        true,
                        "C:\\Sage\\sage.exe",
                        2,
                        "-y",
                        List.of("erp", "Büro 2"),
                        true,
                        made.controlVersion()));
        assertThat(changed).containsExactly("sage");
    }

    @Test
    void twoEnabledResourcesCannotStandForOneConnection() {
        done(resources.create(desktop("a", "101", "Desk", "", true), ALICE));

        assertThat(refusal(resources.create(desktop("b", "101", "Other", "", true), ALICE)))
                .isEqualTo(new Refusal.DuplicateMapping("guacamole_connection_id", "a"));
        assertThat(refusal(resources.create(desktop("b", "102", "dESK ", "", true), ALICE)))
                .isEqualTo(new Refusal.DuplicateMapping("guacamole_connection_name", "a"));
        assertThat(refusal(resources.create(desktop("b", "101", "Other", "mysql", true), ALICE)))
                .isEqualTo(new Refusal.DuplicateMapping("guacamole_connection_id", "a"));
        assertThat(resources.find("b")).isEmpty();
    }

    @Test
    void theSameConnectionIdInAnotherDataSourceIsAnotherConnection() {
        done(resources.create(desktop("a", "101", "A", "mysql", true), ALICE));

        assertThat(done(resources.create(desktop("b", "101", "B", "postgresql", true), ALICE))
                        .id())
                .isEqualTo("b");
    }

    @Test
    void aDisabledResourceClashesOnlyWhenItIsEnabled() {
        done(resources.create(desktop("a", "101", "Desk", "", true), ALICE));
        done(resources.create(desktop("b", "101", "Desk", "", false), ALICE));

        assertThat(refusal(resources.replace("b", desktop("b", "101", "Desk", "", true), null, ALICE)))
                .isEqualTo(new Refusal.DuplicateMapping("guacamole_connection_id", "a"));
        done(resources.delete("a", null, ALICE));
        assertThat(done(resources.replace("b", desktop("b", "101", "Desk", "", true), null, ALICE))
                        .enabled())
                .isTrue();
    }

    @Test
    void aResourceDoesNotClashWithItself() {
        done(resources.create(desktop("a", "101", "Desk", "", true), ALICE));

        assertThat(done(resources.replace("a", desktop("a", "101", "Desk", "", true), null, ALICE))
                        .id())
                .isEqualTo("a");
    }

    @Test
    void ofResourcesForOneConnectionMadeAtOnceOneWins() throws Exception {
        for (int round = 0; round < 10; round++) {
            String connection = "c" + round;
            List<Change<Resource>> outcomes = Race.of(
                    4, i -> () -> resources.create(desktop("r" + i + connection, connection, "", "", true), ALICE));

            assertThat(outcomes).filteredOn(Change.Done.class::isInstance).hasSize(1);
            assertThat(outcomes)
                    .filteredOn(Change.Refused.class::isInstance)
                    .allMatch(outcome -> refusal(outcome) instanceof Refusal.DuplicateMapping);
        }
    }

    @Test
    void anIdIsGivenOnce() throws Exception {
        List<Change<Resource>> outcomes =
                Race.of(4, i -> () -> resources.create(desktop("desk", "", "", "", true), ALICE));

        assertThat(outcomes).filteredOn(Change.Done.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(Change.Refused.class::isInstance)
                .extracting(outcome -> refusal(outcome))
                .containsOnly(new Refusal.AlreadyExists(Subject.RESOURCE, "desk"));
    }

    @Test
    void ofTwoEditsOfOneVersionOneWins() throws Exception {
        long version =
                done(resources.create(desktop("desk", "", "", "", true), ALICE)).controlVersion();

        List<Change<Resource>> outcomes =
                Race.of(2, i -> () -> resources.replace("desk", desktop("desk", "1", "", "", true), version, ALICE));

        assertThat(outcomes).filteredOn(Change.Done.class::isInstance).hasSize(1);
    }

    @Test
    void aFarmThatDoesNotExistIsRefused() {
        assertThat(refusal(resources.create(inFarm("nowhere"), ALICE)).message())
                .isEqualTo("farm_id: there is no such farm");
        assertThat(done(resources.create(inFarm("erp"), ALICE)).farmId()).isEqualTo("erp");
    }

    @Test
    void aBadDraftIsRefusedFieldByField() throws Exception {
        Violations violations = new Violations();
        ResourceDraft.read(
                new JsonMapper().readTree("{\"name\": 3, \"enabled\": \"yes\", \"colour\": \"red\"}"), violations);

        assertThat(violations.list())
                .extracting(Object::toString)
                .containsExactly(
                        "name: must be text", "enabled: must be true or false", "colour: is no field of this object");
        assertThat(refusal(resources.create(
                                read("{\"id\": \"a\", \"kind\": \"remoteapp\", \"manage_remote_app\": true}"), ALICE))
                        .message())
                .contains("remote_app: is required");
    }

    @Test
    void theListShowsTheNewestFirst() {
        done(resources.create(desktop("a", "", "", "", true), ALICE));
        done(resources.create(desktop("b", "", "", "", true), ALICE));

        assertThat(resources.list(PageRequest.first()).items())
                .extracting(Resource::id)
                .containsExactly("b", "a");
    }

    private static ResourceDraft read(String json) throws Exception {
        return ResourceDraft.read(new JsonMapper().readTree(json), new Violations());
    }

    private static ResourceDraft desktop(String id, String connection, String name, String source, boolean enabled) {
        return new ResourceDraft(
                id, "", "desktop", "", connection, name, source, "", "", "", false, "", 0, "", List.of(), enabled);
    }

    private static ResourceDraft inFarm(String farm) {
        return new ResourceDraft("", "", "desktop", farm, "", "", "", "", "", "", false, "", 0, "", List.of(), true);
    }
}
