package io.drover.policy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.Decision.Outcome;
import io.drover.policy.Decision.Placed;
import io.drover.policy.Decision.Refused;
import io.drover.policy.PolicyEngine;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.ResourceView;
import io.drover.policy.fact.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Hosts, farms, resources and settings come, change and go while the engine lives. */
class FleetChangesTest {

    private final PolicyEngine engine = Rules.engine();

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void withoutAnyFarmTheWholeFleetIsTheBoundary() {
        engine.put(Host.named("a").view());
        assertThat(agent(Ask.by("u"))).isEqualTo("a");
    }

    @Test
    void anUnknownFarmIsRefusedBeforeAnyHostIsLookedAt() {
        engine.put(Host.named("a").farms("ghost").view());
        assertThat(refused(Ask.by("u").farm("ghost"))).isEqualTo("farm_unavailable");
        engine.put(farm("ghost", true));
        assertThat(agent(Ask.by("u").farm("ghost"))).isEqualTo("a");
        engine.removeFarm("ghost");
        assertThat(refused(Ask.by("u").farm("ghost"))).isEqualTo("farm_unavailable");
    }

    @Test
    void aDisabledFarmRefusesEvenTheOwnerOfASession() {
        engine.put(Host.named("a").farms("f").view());
        engine.put(farm("f", false));
        assertThat(refused(Ask.by("u").farm("f").session("a", "", "active", 1).lease("a", "f", 9)))
                .isEqualTo("farm_unavailable");
        engine.put(farm("f", true));
        assertThat(agent(Ask.by("u").farm("f"))).isEqualTo("a");
    }

    @Test
    void theDefaultFarmComesAfterTheRequestsAndTheResourcesFirst() {
        engine.put(new Settings("red", true, true, true, 60));
        for (String id : List.of("red", "blue", "green")) {
            engine.put(farm(id, true));
            engine.put(Host.named("host-" + id).farms(id).view());
        }
        engine.put(resource("r", "green", "Office", true));
        assertThat(agent(Ask.by("u"))).isEqualTo("host-red");
        assertThat(agent(Ask.by("u").farm("blue"))).isEqualTo("host-blue");
        assertThat(agent(Ask.by("u").farm("blue").resource("r"))).isEqualTo("host-green");
        engine.put(new Settings("", true, true, true, 60));
        assertThat(agent(Ask.by("u"))).isEqualTo("host-blue");
    }

    @Test
    void aHostThatIsGoneIsNotFoundBySessionOrLease() {
        engine.put(Host.named("a").view());
        engine.put(Host.named("b").view());
        assertThat(agent(Ask.by("u").session("b", "", "active", 1))).isEqualTo("b");
        engine.removeAgent("b");
        engine.removeAgent("never-there");
        assertThat(agent(Ask.by("u").session("b", "", "active", 1).lease("b", "", 9)))
                .isEqualTo("a");
        assertThat(engine.verdicts()).hasSize(1);
    }

    @Test
    void aHostThatGoesAndComesBackInOneGoIsJudgedAsItCameBack() {
        engine.put(Host.named("a").view());
        engine.put(Host.named("b").active(1).view());
        engine.settle();
        engine.removeAgent("a");
        engine.put(Host.named("a").active(2).view());
        assertThat(agent(Ask.by("u"))).isEqualTo("b");
        engine.removeAgent("b");
        engine.put(Host.named("b").active(9).view());
        engine.removeAgent("b");
        assertThat(agent(Ask.by("u"))).isEqualTo("a");
        assertThat(engine.verdicts()).extracting(v -> v.agent().id()).containsExactly("a");
    }

    @Test
    void changesOfAFarmsListAndTagsMoveItsHosts() {
        engine.put(Host.named("a").tags(Map.of("os", "2022")).view());
        engine.put(Host.named("b").view());
        engine.put(new FarmView("f", true, List.of("b"), Map.of(), "score", false, 60));
        assertThat(agent(Ask.by("u").farm("f"))).isEqualTo("b");
        engine.put(new FarmView("f", true, List.of(), Map.of("os", "2022"), "score", false, 60));
        assertThat(agent(Ask.by("u").farm("f"))).isEqualTo("a");
        engine.put(new FarmView("f", true, List.of(), Map.of("os", "2025"), "score", false, 60));
        assertThat(refused(Ask.by("u").farm("f"))).isEqualTo("no_eligible_host");
    }

    @Test
    void aNewGlobalHealthLimitIsHeldAgainstTheWholeFleetAtOnce() {
        engine.put(Host.named("a").health(70).view());
        assertThat(agent(Ask.by("u"))).isEqualTo("a");
        engine.put(new Settings("", true, true, true, 71));
        assertThat(refused(Ask.by("u"))).isEqualTo("no_eligible_host");
        engine.put(new Settings("", true, true, true, 70));
        assertThat(agent(Ask.by("u"))).isEqualTo("a");
    }

    @Test
    void anExplicitResourceComesBeforeTheConnectionAndMustBeThere() {
        for (String id : List.of("red", "blue")) {
            engine.put(farm(id, true));
            engine.put(Host.named("host-" + id).farms(id).view());
        }
        engine.put(resource("by-id", "red", "", true));
        engine.put(resource("by-name", "blue", "office", true));
        assertThat(agent(Ask.by("u").resource("by-id").connection("office"))).isEqualTo("host-red");
        assertThat(agent(Ask.by("u").connection("office"))).isEqualTo("host-blue");
        assertThat(refused(Ask.by("u").resource("nothing").connection("office")))
                .isEqualTo("resource_not_found");
        engine.removeResource("by-id");
        assertThat(refused(Ask.by("u").resource("by-id"))).isEqualTo("resource_not_found");
    }

    @Test
    void twoEnabledResourcesOnOneConnectionAreAmbiguousAndADisabledOneIsNoSecond() {
        engine.put(Host.named("a").view());
        engine.put(resource("one", "", "office", true));
        engine.put(resource("two", "", "office", true));
        assertThat(refused(Ask.by("u").connection("office"))).isEqualTo("ambiguous_resource");
        engine.put(resource("two", "", "office", false));
        assertThat(agent(Ask.by("u").connection("office"))).isEqualTo("a");
        engine.put(resource("one", "", "office", false));
        assertThat(refused(Ask.by("u").connection("office"))).isEqualTo("resource_not_found");
    }

    private static FarmView farm(String id, boolean enabled) {
        return new FarmView(id, enabled, List.of(), Map.of(), "score", false, 60);
    }

    private static ResourceView resource(String id, String farmId, String connection, boolean enabled) {
        return new ResourceView(id, "desktop", farmId, "", connection, "", "", false, Set.of(), enabled);
    }

    private Outcome decide(Ask ask) {
        return engine.decide(ask.question()).outcome();
    }

    private String agent(Ask ask) {
        return ((Placed) decide(ask)).agentId();
    }

    private String refused(Ask ask) {
        return ((Refused) decide(ask)).code();
    }
}
