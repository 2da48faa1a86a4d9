package io.drover.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists who changed what. */
@Command(name = "audit", description = "Lists who changed what.", mixinStandardHelpOptions = true)
final class AuditCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final ListOptions options = new ListOptions();

    @Option(names = "--who", paramLabel = "NAME", description = "Only what this one did.")
    private @Nullable String who;

    @Option(
            names = "--kind",
            paramLabel = "TEXT",
            description = "Only changes of this kind of object: agent, agent_policy, farm, instance, lease,"
                    + " policy, resource.")
    private @Nullable String kind;

    @Option(names = "--id", paramLabel = "ID", description = "Only changes of the object with this id.")
    private @Nullable String id;

    @Override
    public Integer call() throws InterruptedException {
        return options.where("who", who)
                .where("object_kind", kind)
                .where("object_id", id)
                .print(
                        out(),
                        "/api/v1/audit",
                        Column.of("AT", "at"),
                        Column.of("WHO", "who"),
                        Column.of("ACTION", "action"),
                        Column.of("KIND", "object_kind"),
                        Column.of("OBJECT", "object_id"));
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
