package io.drover.simulate.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.simulate.Figure;
import io.drover.simulate.RunResult;
import io.drover.simulate.Storm;
import io.drover.simulate.StormReport;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;

/** What came of storms, for machines: the same storms and rules give the same bytes. */
public final class StormJson {

    private static final int DIGITS = 6;

    private StormJson() {}

    /** One JSON object. */
    public static ObjectNode of(List<StormReport> reports) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("reached", reports.stream().allMatch(StormReport::isGood));
        ArrayNode storms = json.putArray("storms");
        reports.forEach(report -> storm(report, storms.addObject()));
        return json;
    }

    private static void storm(StormReport report, ObjectNode json) {
        Storm storm = report.storm();
        json.put("storm", storm.name());
        json.put("file", storm.file());
        json.put("hosts", storm.hosts().size());
        json.put("logons", storm.arrivals().number());
        json.put("per_second", number(storm.arrivals().perSecond()));
        json.put("heartbeat_seconds", seconds(storm.heartbeats().every()));
        ArrayNode seeds = json.putArray("seeds");
        storm.seeds().forEach(seeds::add);
        ArrayNode goals = json.putArray("goals");
        report.verdicts()
                .forEach(verdict -> goals.addObject()
                        .put("policy", verdict.policy())
                        .put("figure", verdict.goal().figure().word())
                        .put("at_most", number(verdict.goal().most()))
                        .put("worst", number(verdict.worst()))
                        .put("seed", verdict.seed())
                        .put("reached", verdict.reached()));
        ArrayNode policies = json.putArray("policies");
        report.byPolicy().forEach((policy, runs) -> policy(policy, runs, policies.addObject()));
    }

    private static void policy(String name, List<RunResult> runs, ObjectNode json) {
        json.put("policy", name);
        json.put("rules", runs.get(0).ruled());
        ObjectNode worst = json.putObject("worst");
        for (Figure figure : Figure.values()) {
            worst.put(figure.word(), number(figure.worst(runs)));
        }
        ArrayNode all = json.putArray("runs");
        runs.forEach(run -> run(run, all.addObject()));
    }

    private static void run(RunResult run, ObjectNode json) {
        json.put("seed", run.seed());
        json.put("seconds", seconds(run.course().length()));
        for (Figure figure : Figure.values()) {
            json.put(figure.word(), number(figure.of(run)));
        }
        ArrayNode hosts = json.putArray("hosts");
        run.hosts()
                .forEach(host -> hosts.addObject()
                        .put("agent_id", host.id())
                        .put("users", host.users())
                        .put("placed", host.placed())
                        .put("worst_logons", host.worstLogons())
                        .put("up", host.up()));
    }

    private static BigDecimal seconds(Duration time) {
        return number(time.toNanos() / 1e9);
    }

    /** Whole where it is whole. */
    private static BigDecimal number(double number) {
        BigDecimal exact = BigDecimal.valueOf(number)
                .setScale(DIGITS, RoundingMode.HALF_UP)
                .stripTrailingZeros();
        return exact.scale() < 0 ? exact.setScale(0) : exact;
    }
}
