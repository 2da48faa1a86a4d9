package io.drover.policy.lint;

import io.drover.policy.RuleRef;
import io.drover.policy.RuleSource;
import io.drover.policy.fact.Stage;
import java.util.ArrayList;
import java.util.List;
import org.drools.drl.ast.descr.AnnotationDescr;
import org.drools.drl.ast.descr.RuleDescr;

/**
 * A rule as a row of conditions, each with those before it, to see which is the first that does not hold of one host.
 *
 * @param rule where it stands
 * @param stage its stage
 * @param effects what it says
 * @param steps its conditions in the order of the text
 */
public record RuleSteps(RuleRef rule, Stage stage, List<Effect> effects, List<RuleStep> steps) {

    public RuleSteps {
        effects = List.copyOf(effects);
        steps = List.copyOf(steps);
    }

    /**
     * Something that a rule says.
     *
     * @param name the effect, for example {@code exclude}
     * @param texts the texts among its arguments
     */
    public record Effect(String name, List<String> texts) {}

    /**
     * What a rule's words stand for when it is asked about one host.
     *
     * @param agentId the host
     * @param farmId the farm of the request
     * @param strategy the farm's strategy
     * @param resourceId the resource of the request, empty for none
     */
    public record Subject(String agentId, String farmId, String strategy, String resourceId) {}

    /**
     * Every rule about hosts, in the order of files and lines; those of the stages {@code health} and {@code resolve}
     * are not.
     *
     * @param source rules that keep the contract
     */
    public static List<RuleSteps> of(RuleSource source, Subject subject) {
        List<RuleSteps> all = new ArrayList<>();
        source.files()
                .forEach((file, text) -> ParsedFile.rules(text).forEach(rule -> {
                    Stage stage = stage(rule);
                    if (stage != Stage.RESOLVE && stage != Stage.HEALTH) {
                        all.add(new StepReading(new FileText(file, text), rule, subject).read(stage));
                    }
                }));
        return List.copyOf(all);
    }

    private static Stage stage(RuleDescr rule) {
        AnnotationDescr annotation = rule.getAnnotation("stage");
        String word = annotation == null ? "" : HeadCheck.plain(annotation.getSingleValue());
        for (Stage stage : Stage.values()) {
            if (stage.word().equals(word)) {
                return stage;
            }
        }
        throw new IllegalArgumentException("a rule without a stage");
    }
}
