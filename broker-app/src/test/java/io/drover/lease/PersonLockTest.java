package io.drover.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PersonLockTest {

    /** The first eight bytes of what {@code printf %s NAME | sha256sum} says. */
    @Test
    void isTheBeginningOfTheSha256() {
        assertThat(PersonLock.of("alice")).isEqualTo(0x2bd806c97f0e00afL);
        assertThat(PersonLock.of("jürgen")).isEqualTo(0x19b720a911fced55L);
    }
}
