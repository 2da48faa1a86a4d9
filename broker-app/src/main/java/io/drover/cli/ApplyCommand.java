package io.drover.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.drover.operator.BrokerClient;
import io.drover.operator.FieldChange;
import io.drover.operator.FleetFile;
import io.drover.operator.FleetFileException;
import io.drover.operator.FleetPlan;
import io.drover.operator.PlannedChange;
import io.drover.operator.RefusedException;
import io.drover.operator.UnreachableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes farms, resources and agents be as a file says. */
@Command(
        name = "apply",
        description = "Makes farms, resources and the control of agents be as a file says. What the file leaves out"
                + " stays as it is. Applied twice, it changes nothing the second time.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nA file:%n",
        footer = {
            "  farms:",
            "    office: { name: Office, required_tags: { role: office } }",
            "  resources:",
            "    desktop: { farm_id: office, guacamole_connection_name: Office Desktop }",
            "  agents:",
            "    rds-01: { mode: drain, reason: new disk, tags: { role: office } }",
            "",
            "Exit codes:",
            "",
            "  0   the fleet is as the file says",
            "  1   the broker refuses it",
            "  2   the command line, the key or the file is wrong",
            "  6   the broker cannot be reached"
        })
final class ApplyCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final BrokerOptions broker = new BrokerOptions();

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            required = true,
            description = "The file, in YAML.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(names = "--dry-run", description = "Print what would change, and change nothing.")
    private boolean dryRun;

    @Option(names = "--prune", description = "Also delete farms and resources that the file does not name.")
    private boolean prune;

    @Option(
            names = "--force",
            description = "Also drain a farm's last eligible host, and delete a farm that resources point to.")
    private boolean force;

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        BrokerClient client = broker.client();
        List<PlannedChange> plan = plan(client);
        if (json) {
            Answers.json(out(), asJson(plan));
        } else {
            print(plan);
        }
        out().flush();
        return dryRun ? ExitCode.OK : apply(plan, client);
    }

    private List<PlannedChange> plan(BrokerClient client) throws IOException, InterruptedException {
        try {
            return FleetPlan.of(FleetFile.read(file), client, prune, force);
        } catch (NoSuchFileException e) {
            throw new BadFileException("There is no file %s.".formatted(file));
        } catch (FleetFileException e) {
            throw new BadFileException(String.valueOf(e.getMessage()));
        }
    }

    private void print(List<PlannedChange> plan) {
        for (PlannedChange change : plan) {
            out().println(change);
            for (FieldChange field : change.fields()) {
                out().println("    " + field);
            }
        }
        out().println(plan.isEmpty() ? "Nothing to change." : plan.size() + (dryRun ? " to change." : " changing:"));
    }

    private ArrayNode asJson(List<PlannedChange> plan) {
        ArrayNode changes = new ObjectMapper().createArrayNode();
        for (PlannedChange change : plan) {
            ObjectNode one = changes.addObject()
                    .put("action", change.action().word())
                    .put("kind", change.kind())
                    .put("name", change.name());
            ObjectNode fields = one.putObject("fields");
            change.fields()
                    .forEach(field -> fields.putObject(field.field())
                            .<ObjectNode>set("before", field.before())
                            .set("after", field.after()));
        }
        return changes;
    }

    private int apply(List<PlannedChange> plan, BrokerClient client) throws InterruptedException {
        int done = 0;
        try {
            for (PlannedChange change : plan) {
                change.apply(client);
                done++;
            }
        } catch (RefusedException e) {
            failed(done, plan, e);
            return e.isFault() ? ExitCode.UNREACHABLE : ExitCode.FAILED;
        } catch (UnreachableException e) {
            failed(done, plan, e);
            return ExitCode.UNREACHABLE;
        }
        if (!json && !plan.isEmpty()) {
            out().println("Done.");
        }
        return ExitCode.OK;
    }

    private void failed(int done, List<PlannedChange> plan, RuntimeException why) {
        PlannedChange change = plan.get(done);
        spec.commandLine()
                .getErr()
                .println("%d of %d changes were made, then %s %s failed. %s Apply the file again when that is mended."
                        .formatted(done, plan.size(), change.kind(), change.name(), why.getMessage()));
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
