package io.drover.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseKeyTest {

    @Property(tries = 200)
    void theIdGivesTheKeyBack(
            @ForAll @NotEmpty @StringLength(max = 20) @Chars({'a', 'ı', '\\', '/', '%', '.', ' ', '語'}) String person,
            @ForAll @StringLength(max = 20) @Chars({'a', '.', '-', '語'}) String domain,
            @ForAll @StringLength(max = 5) @Chars({'f', '1'}) String farm,
            @ForAll @StringLength(max = 5) @Chars({'r', '1'}) String resource) {
        LeaseKey key = new LeaseKey(person, domain, farm, resource);

        assertThat(key.id()).matches("[A-Za-z0-9_-]+");
        assertThat(LeaseKey.ofId(key.id())).contains(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "alice", "YWxpY2U", "!", "//79", "AGEAYgBj"})
    void anotherWordIsNoId(String word) {
        assertThat(LeaseKey.ofId(word)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"alice\0\0", "alice\0\0\0\0", "\0corp\0\0"})
    void anIdHasFourPartsAndAPerson(String joined) {
        String word = Base64.getUrlEncoder().withoutPadding().encodeToString(joined.getBytes(StandardCharsets.UTF_8));

        assertThat(LeaseKey.ofId(word)).isEmpty();
    }
}
