package io.drover.scenario.run;

import static io.drover.scenario.Field.absent;
import static org.assertj.core.api.Assertions.assertThat;

import io.drover.catalog.Resource;
import io.drover.fleet.Farm;
import io.drover.scenario.FarmOverlay;
import io.drover.scenario.Field;
import io.drover.scenario.ResourceOverlay;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaidFarmsTest {

    private final LaidFarms laid = new LaidFarms();

    @Test
    void whatNobodySaidIsAsForANewOne() {
        assertThat(laid.lay("office", farm(absent(), absent())))
                .isEqualTo(new Farm("office", "office", "", true, List.of(), Map.of(), "score", false, null, null, 1));
        Resource desk = laid.lay("desk", resource(absent(), absent()));
        assertThat(desk.name()).isEqualTo("desk");
        assertThat(desk.kind()).isEqualTo("desktop");
        assertThat(desk.enabled()).isTrue();
        assertThat(desk.groups()).isEmpty();
    }

    @Test
    void whatIsLeftOutLaterStays() {
        laid.lay("office", farm(Field.of("session_count"), Field.of(40)));
        Farm farm = laid.lay("office", farm(absent(), Field.unknown()));
        laid.lay("desk", resource(Field.of("office"), absent()));
        Resource resource = laid.lay("desk", resource(absent(), Field.of(false)));

        assertThat(farm.strategy()).isEqualTo("session_count");
        assertThat(farm.minHealthScore()).isNull();
        assertThat(laid.strategy("office")).isEqualTo("session_count");
        assertThat(resource.farmId()).isEqualTo("office");
        assertThat(resource.enabled()).isFalse();
    }

    @Test
    void eachTimeIsTheNextVersion() {
        assertThat(laid.farmVersion("office")).isZero();
        assertThat(laid.resourceVersion("desk")).isZero();
        for (long version = 1; version <= 2; version++) {
            assertThat(laid.lay("office", farm(absent(), absent())).controlVersion())
                    .isEqualTo(version);
            assertThat(laid.lay("desk", resource(absent(), absent())).controlVersion())
                    .isEqualTo(version);
            assertThat(laid.farmVersion("office")).isEqualTo(version);
            assertThat(laid.resourceVersion("desk")).isEqualTo(version);
        }
    }

    @Test
    void theWholeFleetGoesByScore() {
        assertThat(laid.strategy("")).isEqualTo("score");
    }

    private static FarmOverlay farm(Field<String> strategy, Field<Integer> minHealthScore) {
        return new FarmOverlay(
                absent(), absent(), absent(), absent(), absent(), strategy, absent(), minHealthScore, absent());
    }

    private static ResourceOverlay resource(Field<String> farmId, Field<Boolean> enabled) {
        return new ResourceOverlay(
                absent(), absent(), farmId, absent(), absent(), absent(), absent(), absent(), absent(), absent(),
                absent(), absent(), absent(), absent(), enabled);
    }
}
