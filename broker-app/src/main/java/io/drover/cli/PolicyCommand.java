package io.drover.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verbs about the rules that a running broker decides by. */
@Command(
        name = "policy",
        description = "Shows and changes which rules a running broker decides by.",
        mixinStandardHelpOptions = true)
final class PolicyCommand implements Runnable {

    /** Suites may take a while. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final int MOST = 1_000;
    private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();
    private static final String API = "/api/v1/policy";
    private static final String JSON = "Print JSON instead of text.";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "Say what to do: status, check, reload, rollback, revisions or shadow.");
    }

    @Command(
            description = "Shows which rules decide, and why those in the folder do not. Exit code 1 when they do not.",
            mixinStandardHelpOptions = true)
    int status(@Mixin BrokerOptions broker, @Option(names = "--json", description = JSON) boolean json)
            throws InterruptedException {
        JsonNode answer = broker.client().get(API);
        int exit = answer.path("degraded").asBoolean() ? ExitCode.FAILED : ExitCode.OK;
        return show(answer, json, exit, PolicyCommand::statusLines);
    }

    @Command(
            description = "Compiles and checks the rules in the broker's folder, runs the suites of policy.suites on"
                    + " them, and changes nothing. Exit code 1 when they would be refused.",
            mixinStandardHelpOptions = true)
    int check(@Mixin BrokerOptions broker, @Option(names = "--json", description = JSON) boolean json)
            throws InterruptedException {
        JsonNode answer = post(broker, "/check", NOTHING);
        int exit = answer.path("good").asBoolean() ? ExitCode.OK : ExitCode.FAILED;
        return show(answer, json, exit, PolicyCommand::checkLines);
    }

    @Command(
            description =
                    "Loads the rules in the broker's folder now. Ends a rollback. Exit code 1 when they are refused.",
            mixinStandardHelpOptions = true)
    int reload(@Mixin BrokerOptions broker, @Option(names = "--json", description = JSON) boolean json)
            throws InterruptedException {
        return show(post(broker, "/reload", NOTHING), json, ExitCode.OK, PolicyCommand::statusLines);
    }

    @Command(
            description =
                    "Goes back to rules that decided before. They hold, in every instance whose folder has what this"
                            + " one's has, until that folder changes or a reload is asked for.",
            mixinStandardHelpOptions = true)
    int rollback(
            @Mixin BrokerOptions broker,
            @Parameters(
                            paramLabel = "REVISION",
                            arity = "0..1",
                            description = "Which ones (default: those that decided before the present ones).")
                    @Nullable
                    String revision,
            @Option(names = "--json", description = JSON) boolean json)
            throws InterruptedException {
        ObjectNode body = revision == null ? NOTHING : NOTHING.deepCopy().put("revision", revision);
        return show(post(broker, "/rollback", body), json, ExitCode.OK, PolicyCommand::statusLines);
    }

    @Command(description = "Lists the revisions that decided, the last one first.", mixinStandardHelpOptions = true)
    int revisions(@Mixin BrokerOptions broker, @Option(names = "--json", description = JSON) boolean json)
            throws InterruptedException {
        ArrayNode items = JsonNodeFactory.instance.arrayNode();
        items.addAll(broker.client().list(API + "/revisions", MOST));
        return show(items, json, ExitCode.OK, PolicyCommand::revisionLines);
    }

    @Command(
            description =
                    "Shows what the candidate rules in policy.shadow would have decided otherwise. Exit code 3 when"
                            + " they do not compile, 5 when there are none.",
            mixinStandardHelpOptions = true)
    int shadow(@Mixin BrokerOptions broker, @Option(names = "--json", description = JSON) boolean json)
            throws InterruptedException {
        JsonNode answer = broker.client().get(API + "/shadow");
        return show(answer, json, shadowExit(answer), PolicyCommand::shadowLines);
    }

    private static int shadowExit(JsonNode shadow) {
        if (!shadow.path("configured").asBoolean()) {
            return ExitCode.NOTHING_TO_DO;
        }
        return shadow.path("problems").isEmpty() ? ExitCode.OK : ExitCode.BROKEN_RULES;
    }

    private static List<String> shadowLines(JsonNode shadow) {
        if (!shadow.path("configured").asBoolean()) {
            return List.of("No candidate is tried: policy.shadow is not set.");
        }
        List<String> lines = new ArrayList<>();
        for (JsonNode change : shadow.path("changes")) {
            lines.add("%6d  %-14s  %s"
                    .formatted(change.path("count").asInt(), text(change, "kind"), text(change, "cause")));
            for (JsonNode sample : change.path("samples")) {
                lines.add("        %s  %s: %s -> %s"
                        .formatted(
                                text(sample, "decision_id"),
                                text(sample, "username"),
                                text(sample, "before"),
                                text(sample, "after")));
            }
        }
        if (shadow.path("problems").isEmpty()) {
            lines.add("Candidate %s since %s: %d placements decided too, %d of them otherwise, %d dropped."
                    .formatted(
                            text(shadow, "revision"),
                            text(shadow, "since"),
                            shadow.path("decided").asInt(),
                            shadow.path("changed").asInt(),
                            shadow.path("dropped").asLong()));
        } else {
            lines.add("The candidate is not tried:");
            lines.addAll(wrong(shadow));
        }
        return lines;
    }

    private static JsonNode post(BrokerOptions broker, String path, JsonNode body) throws InterruptedException {
        return broker.client().waiting(PATIENCE).send("POST", API + path, body, null);
    }

    /** How an answer reads. */
    private interface Telling {
        List<String> lines(JsonNode body);
    }

    private int show(JsonNode answer, boolean json, int exit, Telling telling) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(answer.toPrettyString());
        } else {
            telling.lines(answer).forEach(out::println);
        }
        out.flush();
        return exit;
    }

    private static List<String> statusLines(JsonNode status) {
        List<String> lines = new ArrayList<>();
        lines.add("Revision %s decides since %s, by %s: %d rules in %d files, %d scenarios passed."
                .formatted(
                        text(status, "revision"),
                        text(status, "since"),
                        text(status, "by"),
                        status.path("rules").size(),
                        status.path("files").size(),
                        status.path("scenarios_passed").asInt()));
        switch (text(status, "origin")) {
            case "rollback" ->
                lines.add("It is a rollback: the folder has revision %s. It holds until the folder changes or a reload."
                        .formatted(text(status, "folder_revision")));
            case "last_good" ->
                lines.add("It is what served last: the rules in the folder were refused when the broker started.");
            default -> {}
        }
        if (status.path("problems").size() + status.path("failures").size() > 0) {
            lines.add("The rules in the folder were refused at %s:".formatted(text(status, "last_attempt")));
            lines.addAll(wrong(status));
        }
        return lines;
    }

    private static List<String> checkLines(JsonNode check) {
        List<String> lines = new ArrayList<>();
        if (check.path("good").asBoolean()) {
            boolean serves = text(check, "revision").equals(text(check, "active"));
            lines.add("Revision %s is good: %d rules, %d scenarios passed, %d skipped. %s"
                    .formatted(
                            text(check, "revision"),
                            check.path("rules").asInt(),
                            check.path("scenarios_passed").asInt(),
                            check.path("scenarios_skipped").asInt(),
                            serves ? "It decides already." : "Revision " + text(check, "active") + " decides."));
        } else {
            lines.add(
                    "The rules in the folder would be refused. Revision %s decides.".formatted(text(check, "active")));
            lines.addAll(wrong(check));
        }
        return lines;
    }

    private static List<String> wrong(JsonNode answer) {
        List<String> lines = new ArrayList<>();
        for (JsonNode problem : answer.path("problems")) {
            String hint = text(problem, "hint");
            lines.add("  " + place(problem, true) + text(problem, "message") + (hint.isEmpty() ? "" : "; " + hint));
        }
        for (JsonNode failure : answer.path("failures")) {
            String scenario = text(failure, "scenario");
            lines.add("  " + place(failure, false) + (scenario.isEmpty() ? "" : "\"" + scenario + "\": ")
                    + text(failure, "message"));
            text(failure, "why").lines().forEach(line -> lines.add("      " + line));
        }
        return lines;
    }

    private static String place(JsonNode node, boolean column) {
        String file = text(node, "file");
        if (file.isEmpty()) {
            return "";
        }
        int line = node.path("line").asInt();
        return file + (line > 0 ? ":" + line : "")
                + (column && node.path("column").asInt() > 0
                        ? ":" + node.path("column").asInt()
                        : "")
                + ": ";
    }

    private static List<String> revisionLines(JsonNode items) {
        List<List<String>> rows = StreamSupport.stream(items.spliterator(), false)
                .map(item -> List.of(
                        text(item, "revision"),
                        text(item, "served_at"),
                        text(item, "served_by"),
                        text(item, "added_at"),
                        text(item, "withdrawn_by")))
                .collect(Collectors.toList());
        return List.of(new Table(List.of("REVISION", "SERVED AT", "BY", "FIRST AT", "WITHDRAWN BY"), rows).toString());
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asText();
    }
}
