package io.drover.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.decision.Recording.Recorded;
import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleLoader;
import io.drover.policy.engine.CompiledRules;
import io.drover.replay.BrokerRecords;
import io.drover.replay.Replay;
import io.drover.replay.ReplayReport;
import io.drover.replay.ReplayReport.Group;
import io.drover.replay.ReplayReport.Sample;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes recorded decisions again by candidate rules. */
@Command(
        name = "replay",
        description =
                "Makes the decisions that a broker recorded again, by the rules in a folder of yours, and tells what"
                        + " would have come out otherwise, by cause. Changes nothing.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExit codes:%n",
        footer = {
            "  0   no more decisions change than --max-change allows",
            "  1   the broker refuses the key",
            "  2   there is no key, or no such folder",
            "  3   the rules do not compile",
            "  4   more decisions change than --max-change allows",
            "  5   there was no decision to make again",
            "  6   the broker cannot be reached"
        })
final class ReplayCommand implements Callable<Integer> {

    private static final Pattern AGO = Pattern.compile("(\\d{1,5})([dhm])");
    private static final Map<String, Duration> UNITS =
            Map.of("d", Duration.ofDays(1), "h", Duration.ofHours(1), "m", Duration.ofMinutes(1));
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d+)?)%?");
    private static final BigDecimal ALL = BigDecimal.valueOf(100);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final BrokerOptions broker = new BrokerOptions();

    @Option(
            names = "--against",
            required = true,
            paramLabel = "FOLDER",
            description = "The folder with the candidate rules.")
    @SuppressWarnings("NullAway.Init")
    private Path against;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            defaultValue = "7d",
            description = "Decisions since then: 7d, 12h, 30m ago, or a time like 2026-03-02T09:00:00Z (default: 7d).")
    @SuppressWarnings("NullAway.Init")
    private String since;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "10000",
            description = "At most so many decisions, the newest ones (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(
            names = "--max-change",
            paramLabel = "PERCENT",
            description = "Exit with 4 when more decisions than that come out otherwise, for example 2%%.")
    private @Nullable String most;

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException, BrokenRulesException {
        BigDecimal allowed = most == null ? ALL : percent(most);
        Instant from = from(since, InstantSource.system());
        if (limit < 1) {
            throw new ParameterException(spec.commandLine(), "--limit must be at least 1.");
        }
        try (CompiledRules candidate = new RuleLoader(false).load(RuleFiles.folder(against))) {
            long started = System.nanoTime();
            BrokerRecords records = new BrokerRecords(broker.client().waiting(PATIENCE));
            List<Recorded> decisions = records.since(from, limit);
            Replay replay = new Replay(candidate);
            records.replay(decisions, replay);
            Duration took = Duration.ofNanos(System.nanoTime() - started);
            print(replay.report(), candidate.revision(), took);
            return exit(replay.report(), allowed);
        }
    }

    private int exit(ReplayReport report, BigDecimal allowed) {
        if (report.decided() == 0) {
            spec.commandLine().getErr().println("There is no decision to make again since " + since + ".");
            return ExitCode.NOTHING_TO_DO;
        }
        if (report.exceeds(allowed)) {
            spec.commandLine()
                    .getErr()
                    .println("More decisions come out otherwise than --max-change=%s allows.".formatted(most));
            return ExitCode.BELOW_THRESHOLD;
        }
        return ExitCode.OK;
    }

    private BigDecimal percent(String text) {
        Matcher number = PERCENT.matcher(text);
        BigDecimal percent = number.matches() ? new BigDecimal(number.group(1)) : null;
        if (percent == null || percent.compareTo(ALL) > 0) {
            throw new ParameterException(
                    spec.commandLine(), "--max-change must be a percentage like 2%%, not \"%s\".".formatted(text));
        }
        return percent;
    }

    private Instant from(String text, InstantSource clock) {
        Matcher ago = AGO.matcher(text);
        if (ago.matches()) {
            return clock.instant()
                    .minus(UNITS.getOrDefault(ago.group(2), Duration.ZERO).multipliedBy(Long.parseLong(ago.group(1))));
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--since must be like 7d, 12h, 30m or 2026-03-02T09:00:00Z, not \"%s\".".formatted(text));
        }
    }

    private void print(ReplayReport report, String revision, Duration took) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(json(report, revision).toPrettyString());
        } else {
            text(report, revision, took, out);
        }
        out.flush();
    }

    private static void text(ReplayReport report, String revision, Duration took, PrintWriter out) {
        for (Group group : report.groups()) {
            out.println("%6d  %-14s  %s".formatted(group.count(), group.kind().word(), group.cause()));
            for (Sample sample : group.samples()) {
                out.println("        %s  %s: %s -> %s"
                        .formatted(sample.decisionId(), sample.username(), sample.before(), sample.after()));
            }
        }
        out.println(String.format(
                Locale.ROOT,
                "%d decisions made again by revision %s in %.1f s: %d come out otherwise (%.2f %%), %d could not be made again.",
                report.decided(),
                revision,
                took.toMillis() / 1000.0,
                report.changed(),
                report.share() * ALL.doubleValue(),
                report.skipped()));
    }

    private static ObjectNode json(ReplayReport report, String revision) {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = mapper.createObjectNode();
        root.put("revision", revision);
        root.put("decided", report.decided());
        root.put("changed", report.changed());
        root.put("skipped", report.skipped());
        ArrayNode groups = root.putArray("changes");
        for (Group group : report.groups()) {
            ObjectNode one = groups.addObject();
            one.put("kind", group.kind().word());
            one.put("cause", group.cause());
            one.put("count", group.count());
            ArrayNode samples = one.putArray("samples");
            for (Sample sample : group.samples()) {
                samples.addObject()
                        .put("decision_id", sample.decisionId())
                        .put("at", sample.at())
                        .put("username", sample.username())
                        .put("before", sample.before())
                        .put("before_agent_id", sample.beforeAgentId())
                        .put("after", sample.after())
                        .put("after_agent_id", sample.afterAgentId());
            }
        }
        return root;
    }
}
