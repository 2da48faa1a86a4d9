package io.drover.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.drover.database.DatabaseConfig;
import io.drover.database.Migrations;
import io.drover.database.Migrations.Migration;
import io.drover.database.Migrations.State;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verbs that look after the database's tables. */
@Command(name = "db", description = "Looks after the database's tables.", mixinStandardHelpOptions = true)
final class DatabaseCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do: migrate or status.");
    }

    @Command(
            description = "Brings the tables up to date.",
            mixinStandardHelpOptions = true,
            footerHeading = "%nExit codes:%n",
            footer = {
                "  0   the tables are up to date",
                "  2   the configuration is wrong",
                "  6   the database cannot be started or reached, or is of a newer build"
            })
    int migrate(
            @Option(names = "--config", paramLabel = "FILE", description = CONFIG, defaultValue = DEFAULT) Path config,
            @Option(names = "--json", description = JSON) boolean json) {
        List<Migration> applied = ask(config, Migrations::migrate);
        print(applied, json, "The tables are up to date.");
        return ExitCode.OK;
    }

    @Command(
            description = "Shows which migrations the tables have. Exit code 1 when they are not those of this build.",
            mixinStandardHelpOptions = true,
            footerHeading = "%nExit codes:%n",
            footer = {
                "  0   the tables are those of this build",
                "  1   they are not",
                "  2   the configuration is wrong",
                "  6   the database cannot be started or reached"
            })
    int status(
            @Option(names = "--config", paramLabel = "FILE", description = CONFIG, defaultValue = DEFAULT) Path config,
            @Option(names = "--json", description = JSON) boolean json) {
        List<Migration> all = ask(config, Migrations::status);
        print(all, json, "This build has no migrations.");
        return all.stream().allMatch(migration -> migration.state() == State.APPLIED) ? ExitCode.OK : ExitCode.FAILED;
    }

    private static final String CONFIG = "The configuration file (default: config.yml beside the launcher).";
    private static final String DEFAULT = "${sys:drover.home:-.}/config.yml";
    private static final String JSON = "Print JSON instead of a table.";

    private static List<Migration> ask(Path config, Function<Migrations, List<Migration>> question) {
        DatabaseConfig database = ConfigSection.read(config, "database", DatabaseConfig.class);
        return Migrations.of(database.relativeTo(ConfigSection.folder(config)), question);
    }

    private void print(List<Migration> migrations, boolean json, String nothing) {
        PrintWriter out = spec.commandLine().getOut();
        List<Row> rows = migrations.stream().map(Row::of).toList();
        if (json) {
            Answers.json(out, rows);
        } else if (rows.isEmpty()) {
            out.println(nothing);
        } else {
            List<List<String>> cells = rows.stream().map(Row::cells).toList();
            out.println(new Table(List.of("VERSION", "DESCRIPTION", "STATE", "APPLIED AT"), cells));
        }
    }

    /** A migration as it is printed. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    private record Row(
            String version,
            String description,
            String state,
            @JsonProperty("applied_at") String appliedAt) {

        static Row of(Migration migration) {
            return new Row(
                    migration.version(),
                    migration.description(),
                    migration.state().name().toLowerCase(Locale.ROOT),
                    migration
                            .appliedAt()
                            .map(at -> at.truncatedTo(ChronoUnit.SECONDS))
                            .map(Instant::toString)
                            .orElse(""));
        }

        List<String> cells() {
            return List.of(version, description, state, appliedAt);
        }
    }
}
