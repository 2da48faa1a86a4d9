package io.drover.guacamole;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RequestIdsTest {

    private final AtomicLong now = new AtomicLong();
    private final RequestIds ids = new RequestIds(now::get);

    @Test
    void whatIsAskedTwiceWithinAMomentHasOneId() {
        String first = ids.forConnection("1");
        now.addAndGet(TimeUnit.SECONDS.toNanos(5));

        assertThat(ids.forConnection("1")).isEqualTo(first);
        assertThat(ids.forConnection("2")).isNotEqualTo(first);
    }

    @Test
    void laterItIsANewQuestion() {
        String first = ids.forConnection("1");
        now.addAndGet(TimeUnit.SECONDS.toNanos(5) + 1);

        assertThat(ids.forConnection("1")).isNotEqualTo(first);
    }

    @Test
    void whatIsOverIsANewQuestionAtOnce() {
        String first = ids.forConnection("1");
        String other = ids.forConnection("2");
        ids.over(first);

        assertThat(ids.forConnection("1")).isNotEqualTo(first);
        assertThat(ids.forConnection("2")).isEqualTo(other);
    }
}
