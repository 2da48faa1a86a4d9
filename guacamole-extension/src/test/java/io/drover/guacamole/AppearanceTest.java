package io.drover.guacamole;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.guacamole.Appearance.State;
import java.util.List;
import org.apache.guacamole.protocol.GuacamoleInstruction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppearanceTest {

    @Test
    void guacd155DrawsAnEmptyScreenBeforeItReachesTheHost() {
        assertThat(after("mouse 0 0 0 1", "size -1 11 16", "size 0 640 480", "img 3 14 0 image/png 0", "end 3"))
                .isEqualTo(State.WAITING);
        assertThat(after("size 0 640 480", "end 3", "sync 1125623")).isEqualTo(State.APPEARED);
    }

    @Test
    void guacd160SendsASyncBeforeItReachesTheHost() {
        assertThat(after("cursor 0 0 -2 0 0", "mouse 0 0 0 1", "sync 1137331 0"))
                .isEqualTo(State.WAITING);
        assertThat(after("sync 1137331 0", "size -6 32 32", "size 0 640 480", "sync 1140053 0"))
                .isEqualTo(State.APPEARED);
    }

    @Test
    void otherLayersAreNoScreen() {
        assertThat(after("size -1 11 16", "size 1 640 480", "size", "sync 1")).isEqualTo(State.WAITING);
    }

    @ParameterizedTest
    @CsvSource({
        "514, FAILED", // 0x202, no answer
        "515, FAILED", // 0x203, an error of the host
        "519, FAILED", // 0x207, not found or refused
        "520, FAILED", // 0x208, not available
        "512, ENDED", // 0x200, an error of guacd
        "521, ENDED", // 0x209, another session took over
        "769, ENDED", // 0x301, a wrong password
        "771, ENDED", // 0x303, not allowed
        "nonsense, ENDED"
    })
    void onlyFaultsOfTheHostAreWorthAnother(String status, State expected) {
        assertThat(after("size 0 640 480", "error text " + status)).isEqualTo(expected);
    }

    @Test
    void anErrorWithoutANumberEndsIt() {
        assertThat(after("error")).isEqualTo(State.ENDED);
        assertThat(after("disconnect")).isEqualTo(State.ENDED);
    }

    @Test
    void aQuestionToTheUserLeavesTheRestOpen() {
        assertThat(after("required password")).isEqualTo(State.ASKING);
        assertThat(after("required password", "size 0 640 480", "sync 1")).isEqualTo(State.APPEARED);
        assertThat(after("required password", "error text 519")).isEqualTo(State.FAILED);
    }

    private static State after(String... instructions) {
        Appearance appearance = new Appearance();
        for (String instruction : instructions) {
            List<String> parts = List.of(instruction.split(" "));
            appearance.see(new GuacamoleInstruction(parts.get(0), parts.subList(1, parts.size())));
        }
        return appearance.state();
    }
}
