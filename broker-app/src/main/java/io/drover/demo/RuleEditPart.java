package io.drover.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A rule file is added while the broker serves, and the next placement follows it. */
final class RuleEditPart {

    /** The file that is added. */
    static final String FILE = "demo-fast-disk.drl";

    private static final int POINTS = 100;
    private static final String RULE = """
            // Added by ./drover demo while the broker ran.
            package drover

            import io.drover.policy.fact.*

            rule "Hosts with a fast disk are preferred"
                @id("demo-fast-disk") @stage(score)
                @doc("A hundred points are worth five sessions.")
            when
                $agent : Agent( tags["disk"] == "ssd" )
            then
                $agent.score( "fast disk", %d );
            end
            """.formatted(POINTS);

    static final String POLICY = "/api/v1/policy";

    private final Stage stage;
    private final DemoFolder folder;
    private final Patience patience;

    RuleEditPart(Stage stage, DemoFolder folder, Patience patience) {
        this.stage = stage;
        this.folder = folder;
        this.patience = patience;
    }

    void place() throws InterruptedException {
        Map<String, String> tags = new LinkedHashMap<>(OfficePart.TAG);
        tags.put("disk", "ssd");
        stage.fleet().control("rds-01", Map.of("tags", tags));
        stage.click(
                "rds-01 is tagged disk=ssd. No rule asks for that tag yet ...",
                "CORP\\heidi",
                OfficePart.DESKTOP,
                new Expected.Host("rds-02", Outcome.NEW));
        edit();
        stage.fleet().change("rds-01", host -> host.withBonus(POINTS));
        stage.click(
                "... but now: rules/" + FILE + " was added while the broker serves, and counts at once.",
                "CORP\\ivan",
                OfficePart.DESKTOP,
                new Expected.Host("rds-01", Outcome.NEW));
    }

    /** Saves the file and waits until the broker decides by it. */
    private void edit() throws InterruptedException {
        String before = policy().path("revision").asText();
        try {
            folder.writeRule(FILE, RULE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        patience.await(() -> newRevision(before), "the broker did not take " + FILE + " into service");
    }

    private Optional<String> newRevision(String before) {
        JsonNode policy = policy();
        if (!policy.path("problems").isEmpty()) {
            throw new DemoException("the broker refuses " + FILE + ": " + policy.path("problems"));
        }
        return Optional.of(policy.path("revision").asText()).filter(revision -> !revision.equals(before));
    }

    private JsonNode policy() {
        return stage.api().operator("GET", POLICY).expectGood().body();
    }
}
