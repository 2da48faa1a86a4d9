package io.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class DrainWatchTest {

    private static String told(String drain) throws JsonProcessingException {
        return DrainWatch.told(new ObjectMapper().readTree("""
                {"hostname": "rds-01", "mode": "drain", "online": true, "restart_when_drained": true, "drain": {%s}}
                """.formatted(drain)));
    }

    @Test
    void oneIsNotMany() throws JsonProcessingException {
        assertThat(told("""
                "sessions_left": 1, "disconnected": 1, "idle": 0, "under_way": 1, "longest_idle_seconds": 61
                """))
                .isEqualTo("rds-01 is in mode drain: 1 session left (1 disconnected, 0 idle), 1 user on the way,"
                        + " idle for 1 minute at most; restarts when empty.");
    }

    @Test
    void aRestartThatFailedSaysWhyAndWhenAnotherFollows() throws JsonProcessingException {
        assertThat(told("""
                "sessions_left": 0, "under_way": 0, "restart": {"state": "failed", "error": "shutdown ended with 1",
                "retry_at": "2026-03-02T09:10:00Z"}
                """)).endsWith("; restart failed (shutdown ended with 1), again at 2026-03-02T09:10:00Z.");
        assertThat(told("""
                "restart": {"state": "expired", "retry_at": "2026-03-02T09:10:00Z"}
                """)).endsWith("; restart expired, again at 2026-03-02T09:10:00Z.");
        assertThat(told("""
                "restart": {"state": "queued", "retry_at": "2026-03-02T09:10:00Z"}
                """)).endsWith("; restart queued.");
    }
}
