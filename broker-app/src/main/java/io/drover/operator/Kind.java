package io.drover.operator;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.catalog.ResourceDraft;
import io.drover.control.Violations;
import io.drover.fleet.ControlChange;
import io.drover.fleet.FarmDraft;
import java.util.Set;

/** What a fleet file speaks of, in the order in which it is applied. */
enum Kind {
    FARM("farms", "farm") {
        @Override
        void check(JsonNode wanted, Violations violations) {
            FarmDraft.read(wanted, violations).check(violations);
        }
    },
    RESOURCE("resources", "resource") {
        @Override
        void check(JsonNode wanted, Violations violations) {
            ResourceDraft.read(wanted, violations).check(violations);
        }
    },
    AGENT("agents", "agent") {
        @Override
        void check(JsonNode wanted, Violations violations) {
            ControlChange.read(wanted, violations);
        }
    };

    private final String section;
    private final String word;

    Kind(String section, String word) {
        this.section = section;
        this.word = word;
    }

    /** Its part of a fleet file, and its path in the API. */
    String section() {
        return section;
    }

    /** One of them. */
    String word() {
        return word;
    }

    String path() {
        return "/api/v1/" + section;
    }

    String path(String id) {
        return path() + "/" + BrokerClient.encoded(id);
    }

    /** Whether null takes a field's value away. */
    boolean mayBeNone(String field) {
        return this == FARM && Set.of("policy", "min_health_score").contains(field);
    }

    /** Finds what the broker would refuse, as far as that can be told without it. */
    abstract void check(JsonNode wanted, Violations violations);
}
