package io.drover.fleet;

import static io.drover.control.Outcomes.done;
import static io.drover.control.Outcomes.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.drover.audit.AuditDao;
import io.drover.audit.AuditEntry;
import io.drover.audit.AuditFilter;
import io.drover.audit.AuditLog;
import io.drover.control.Actor;
import io.drover.control.Change;
import io.drover.control.CountingTokens;
import io.drover.control.Cursor;
import io.drover.control.Page;
import io.drover.control.PageRequest;
import io.drover.control.Race;
import io.drover.control.Refusal;
import io.drover.control.Subject;
import io.drover.control.Violations;
import io.drover.database.DatabaseExtension;
import io.drover.policy.Strategies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FarmServiceIT {

    private static final Actor ALICE = Actor.operator("alice");

    @RegisterExtension
    static final DatabaseExtension database = new DatabaseExtension();

    private final RecordingListener listener = new RecordingListener();
    private final FarmService farms = new FarmService(
            database.jdbi().onDemand(FarmDao.class), listener, new CountingTokens(), () -> Strategies.UNKNOWN);

    @BeforeEach
    void emptyTables() {
        database.jdbi().useHandle(handle -> handle.execute("TRUNCATE farm, resource"));
    }

    @Test
    void aFarmIsStoredAsItWasDrafted() throws Exception {
        Violations violations = new Violations();
        FarmDraft draft = FarmDraft.read(new JsonMapper().readTree("""
                        {"id": "office", "name": "Office", "description": "2nd floor\\nleft", "enabled": false,
                         "agent_ids": ["a1", "a2"], "required_tags": {"role": "office"}, "strategy": "least-load",
                         "jitter": true, "min_health_score": 70, "policy": {"idle": 5}}
                        """), violations);

        Farm made = done(farms.create(draft, ALICE));

        assertThat(violations.list()).isEmpty();
        assertThat(farms.find("office")).contains(made);
        assertThat(made.name()).isEqualTo("Office");
        assertThat(made.description()).isEqualTo("2nd floor\nleft");
        assertThat(made.enabled()).isFalse();
        assertThat(made.agentIds()).containsExactly("a1", "a2");
        assertThat(made.requiredTags()).isEqualTo(Map.of("role", "office"));
        assertThat(made.strategy()).isEqualTo("least-load");
        assertThat(made.jitter()).isTrue();
        assertThat(made.minHealthScore()).isEqualTo(70);
        assertThat(made.policy()).hasToString("{\"idle\":5}");
        assertThat(listener.next()).isEqualTo(new RecordingListener.Farms(Set.of("office")));
    }

    @Test
    void aFarmWithoutIdGetsOne() {
        Farm made = done(farms.create(draft(""), ALICE));

        assertThat(made.id()).hasSize(16);
        assertThat(made.name()).isEqualTo(made.id());
    }

    @Test
    void anIdIsGivenOnce() throws Exception {
        List<Change<Farm>> outcomes = Race.of(4, i -> () -> farms.create(draft("office"), ALICE));

        assertThat(outcomes).filteredOn(Change.Done.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(Change.Refused.class::isInstance)
                .extracting(outcome -> refusal(outcome))
                .containsOnly(new Refusal.AlreadyExists(Subject.FARM, "office"))
                .hasSize(3);
    }

    @Test
    void ofTwoEditsOfOneVersionOneWins() throws Exception {
        long version = done(farms.create(draft("office"), ALICE)).controlVersion();

        List<Change<Farm>> outcomes =
                Race.of(2, i -> () -> farms.replace("office", named("office", "name " + i), version, ALICE));

        assertThat(outcomes).filteredOn(Change.Done.class::isInstance).hasSize(1);
        Farm now = farms.find("office").orElseThrow();
        assertThat(outcomes)
                .filteredOn(Change.Refused.class::isInstance)
                .extracting(outcome -> refusal(outcome))
                .containsExactly(new Refusal.StaleVersion(Subject.FARM, "office", now.controlVersion()));
        assertThat(now.controlVersion()).isGreaterThan(version);
    }

    @Test
    void editsOfAnyVersionAllSucceed() throws Exception {
        done(farms.create(draft("office"), ALICE));

        List<Change<Farm>> outcomes =
                Race.of(4, i -> () -> farms.replace("office", named("office", "name " + i), null, ALICE));

        assertThat(outcomes).allMatch(Change.Done.class::isInstance);
    }

    @Test
    void aFarmMadeAnewNeverRepeatsAVersion() {
        long first = done(farms.create(draft("office"), ALICE)).controlVersion();
        long second = done(farms.replace("office", named("office", "other"), first, ALICE))
                .controlVersion();
        done(farms.delete("office", second, false, ALICE));

        assertThat(done(farms.create(draft("office"), ALICE)).controlVersion()).isGreaterThan(second);
    }

    @Test
    void aFarmThatServesEnabledResourcesNeedsForceToGo() {
        done(farms.create(draft("office"), ALICE));
        insertResource("desk", true);
        insertResource("old", false);

        assertThat(refusal(farms.delete("office", null, false, ALICE)))
                .isEqualTo(new Refusal.InUse(Subject.FARM, "office", List.of("desk")));
        assertThat(farms.find("office")).isPresent();
        assertThat(done(farms.delete("office", null, true, ALICE)).id()).isEqualTo("office");
        assertThat(farms.find("office")).isEmpty();
    }

    @Test
    void aChangeThatNobodyCouldBeToldOfIsMadeAllTheSame() {
        FleetListener broken = new FleetListener() {
            @Override
            public void farmsChanged(Set<String> ids) {
                throw new IllegalStateException("the view cannot be refreshed");
            }
        };
        FarmService service = new FarmService(
                database.jdbi().onDemand(FarmDao.class), broken, new CountingTokens(), () -> Strategies.UNKNOWN);

        assertThat(done(service.create(draft("office"), ALICE)).id()).isEqualTo("office");
        assertThat(farms.find("office")).isPresent();
    }

    @Test
    void whatIsNotThereIsNotChanged() {
        Refusal missing = new Refusal.NotFound(Subject.FARM, "office");

        assertThat(refusal(farms.delete("office", null, true, ALICE))).isEqualTo(missing);
        assertThat(refusal(farms.replace("office", draft("office"), null, ALICE)))
                .isEqualTo(missing);
    }

    @Test
    void aBadDraftIsRefusedFieldByField() {
        FarmDraft bad = new FarmDraft(
                "a b", "x\u0007", "", true, List.of("a", "a"), Map.of("role", " "), "score", false, 101, null);

        assertThat(refusal(farms.create(bad, ALICE)).message())
                .contains("id: ", "name: ", "agent_ids: ", "required_tags.role: ", "min_health_score: ");
    }

    @Test
    void anIdThatAPathCannotNameIsRefused() {
        for (String id : List.of(".", "..")) {
            assertThat(refusal(farms.create(draft(id), ALICE)).message())
                    .contains("id: must not be . or .., which a path cannot name");
        }
        assertThat(done(farms.create(draft("..."), ALICE)).id()).isEqualTo("...");
    }

    @Test
    void aStrategyThatNoRuleKnowsIsRefusedWithThoseThatAre() {
        Strategies known = new Strategies(List.of("most-load"), false);
        FarmService service =
                new FarmService(database.jdbi().onDemand(FarmDao.class), listener, new CountingTokens(), () -> known);
        done(service.create(draft("office"), ALICE));
        FarmDraft wrong = new FarmDraft("office", "", "", true, List.of(), Map.of(), "most-lod", false, null, null);
        String reason = "strategy: is \"most-lod\", which no rule knows; the rules know most-load, score";

        assertThat(refusal(service.create(wrong.under("lab"), ALICE)).message()).contains(reason);
        assertThat(refusal(service.replace("office", wrong, null, ALICE)).message())
                .contains(reason);
    }

    @Test
    void pagesShowTheNewestFirstAndMeetWithoutAGap() {
        for (int i = 0; i < 7; i++) {
            done(farms.create(draft("farm-" + i), ALICE));
        }

        List<String> seen = new ArrayList<>();
        @Nullable String next = null;
        do {
            Cursor after = next == null ? Cursor.START : Cursor.of(next).orElseThrow();
            Page<Farm> page = farms.list(new PageRequest(3, after));
            page.items().forEach(farm -> seen.add(farm.id()));
            next = page.next();
        } while (next != null);

        assertThat(seen).containsExactly("farm-6", "farm-5", "farm-4", "farm-3", "farm-2", "farm-1", "farm-0");
    }

    @Test
    void everyChangeIsAuditedWithBeforeAndAfter() {
        AuditLog audit = new AuditLog(database.jdbi().onDemand(AuditDao.class));
        done(farms.create(draft("audited"), ALICE));
        done(farms.replace("audited", named("audited", "other"), null, Actor.operator("bob")));
        done(farms.delete("audited", null, false, ALICE));

        List<AuditEntry> entries = audit.list(new AuditFilter("", "farm", "audited"), PageRequest.first())
                .items();

        assertThat(entries)
                .extracting(
                        AuditEntry::who,
                        AuditEntry::action,
                        entry -> name(entry.before()),
                        entry -> name(entry.after()))
                .containsExactly(
                        tuple("operator:alice", "delete", "other", null),
                        tuple("operator:bob", "replace", "audited", "other"),
                        tuple("operator:alice", "create", null, "audited"));
    }

    private static @Nullable String name(@Nullable JsonNode farm) {
        return farm == null ? null : farm.path("name").textValue();
    }

    private static FarmDraft draft(String id) {
        return named(id, "");
    }

    private static FarmDraft named(String id, String name) {
        return new FarmDraft(id, name, "", true, List.of(), Map.of(), "score", false, null, null);
    }

    private static void insertResource(String id, boolean enabled) {
        database.jdbi()
                .useHandle(handle -> handle.execute(
                        "INSERT INTO resource (resource_id, name, kind, farm_id, enabled) VALUES (?, ?, 'desktop', 'office', ?)",
                        id,
                        id,
                        enabled));
    }
}
