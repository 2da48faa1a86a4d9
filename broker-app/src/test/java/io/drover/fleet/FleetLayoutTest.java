package io.drover.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FleetLayoutTest {

    private static final FleetLayout LAYOUT = new FleetLayout(
            List.of(
                    farm("zeta", List.of(), Map.of("role", "office")),
                    farm("beta", List.of("a1"), Map.of()),
                    farm("alpha", List.of(), Map.of("role", "office", "rack", "7")),
                    farm("gamma", List.of(), Map.of()),
                    farm("omega", List.of(), Map.of())),
            List.of());

    @Test
    void theFarmsThatAHostListsComeFirstInItsOrder() {
        assertThat(farmsOf("a2", Map.of("role", "office"), "omega", "none", "gamma"))
                .containsExactly("omega", "gamma", "zeta");
    }

    @Test
    void thenComeThoseThatTakeItByTheirId() {
        assertThat(farmsOf("a1", Map.of("role", "office", "rack", "7"))).containsExactly("alpha", "beta", "zeta");
    }

    @Test
    void noFarmIsTwiceThere() {
        assertThat(farmsOf("a1", Map.of("role", "office"), "zeta", "beta")).containsExactly("zeta", "beta");
    }

    @Test
    void aFarmWithoutTagsTakesNobodyByThem() {
        assertThat(farmsOf("a2", Map.of())).isEmpty();
    }

    private static List<String> farmsOf(String agentId, Map<String, String> tags, String... farmIds) {
        Agent agent = AgentBuilder.agent(agentId).farms(tags, List.of(farmIds)).build();
        return LAYOUT.farmsOf(agent).stream().map(Farm::id).toList();
    }

    private static Farm farm(String id, List<String> agentIds, Map<String, String> tags) {
        return new Farm(id, id, "", true, agentIds, tags, "score", false, null, null, 1);
    }
}
