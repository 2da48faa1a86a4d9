package io.drover.policy.engine;

import io.drover.policy.BrokenRulesException;
import io.drover.policy.RuleProblem;
import io.drover.policy.RuleRef;
import io.drover.policy.RuleSource;
import io.drover.policy.Strategies;
import io.drover.policy.lint.Lint;
import io.drover.policy.lint.StrategyNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.drools.compiler.kie.builder.impl.DrlProject;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.ast.descr.RuleDescr;
import org.drools.drl.parser.DrlParser;
import org.drools.drl.parser.DroolsParserException;
import org.kie.api.KieServices;
import org.kie.api.builder.KieBuilder;
import org.kie.api.builder.KieFileSystem;
import org.kie.api.builder.Message;
import org.kie.api.builder.ReleaseId;
import org.kie.internal.builder.conf.LanguageLevelOption;
import org.mvel2.compiler.AbstractParser;

/** Compiles rule files. Safe for use by many threads. */
public final class RuleCompiler {

    private static final String ROOT = "src/main/resources/drover/";

    /** Names that MVEL gives to classes itself, past any class loader. */
    private static final List<String> BUILT_IN =
            List.of("Array", "Class", "ClassLoader", "Runtime", "StringBuilder", "System", "Thread");

    static {
        AbstractParser.setupParser();
        AbstractParser.LITERALS.keySet().removeAll(BUILT_IN);
        AbstractParser.CLASS_LITERALS.keySet().removeAll(BUILT_IN);
    }

    private final AtomicLong compiled = new AtomicLong();
    private final boolean countFirings;

    /** @param countFirings whether engines count how often each rule fires, which scenario runs need */
    public RuleCompiler(boolean countFirings) {
        this.countFirings = countFirings;
    }

    /**
     * Compiles one revision.
     *
     * @throws BrokenRulesException when a file does not compile, or there is none
     */
    public CompiledRules compile(RuleSource source) throws BrokenRulesException {
        if (source.files().isEmpty()) {
            throw new BrokenRulesException(List.of(new RuleProblem("", 0, 0, "the folder has no .drl file")));
        }
        Map<String, List<RuleDescr>> rules = parsed(source);
        Map<String, RuleRef> byName = ruleRefs(rules);
        Strategies strategies =
                StrategyNames.of(rules.values().stream().flatMap(List::stream).toList());
        KieServices kie = KieServices.get();
        ReleaseId release = kie.newReleaseId(
                "io.drover.policy", "rules-" + source.revision(), "1." + compiled.incrementAndGet() + "." + hashCode());
        KieFileSystem files = kie.newKieFileSystem();
        files.generateAndWritePomXML(release);
        source.files().forEach((name, text) -> files.write(ROOT + flat(name), text));
        ClassLoader loader = new NarrowLoader(RuleCompiler.class.getClassLoader());
        List<RuleProblem> problems = build(kie.newKieBuilder(files, loader));
        if (!problems.isEmpty()) {
            kie.getRepository().removeKieModule(release);
            throw new BrokenRulesException(problems);
        }
        return new CompiledRules(
                source, kie.newKieContainer(release, loader), release, byName, strategies, countFirings);
    }

    /** All files stand in one folder for the compiler, as it wants one for each package. */
    private static String flat(String name) {
        return name.replace("%", "%25").replace("/", "%2F");
    }

    private static String named(String flat) {
        return flat.replace("%2F", "/").replace("%25", "%");
    }

    private static List<RuleProblem> build(KieBuilder builder) {
        try {
            return problems(builder.buildAll(DrlProject.class));
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            return List.of(broken("", 0, 0, "the compiler failed: " + e));
        }
    }

    private static List<RuleProblem> problems(KieBuilder builder) {
        return builder.getResults().getMessages(Message.Level.ERROR).stream()
                .map(RuleCompiler::problem)
                .distinct()
                .sorted(Comparator.comparing(RuleProblem::file).thenComparingInt(RuleProblem::line))
                .toList();
    }

    private static RuleProblem problem(Message message) {
        String path = message.getPath() == null ? "" : message.getPath();
        String file = path.startsWith("drover/") ? named(path.substring("drover/".length())) : path;
        String text = message.getText()
                .replaceFirst("^Rule Compilation error", "")
                .strip()
                .replaceAll("\\s*\\R\\s*", " ");
        return broken(file, Math.max(0, message.getLine()), Math.max(0, message.getColumn()), text);
    }

    private static RuleProblem broken(String file, int line, int column, String message) {
        return new RuleProblem(file, line, column, Lint.DOES_NOT_COMPILE.id(), message, Lint.DOES_NOT_COMPILE.hint());
    }

    private static Map<String, List<RuleDescr>> parsed(RuleSource source) {
        Map<String, List<RuleDescr>> rules = new TreeMap<>();
        source.files().forEach((file, text) -> rules.put(file, parsed(text)));
        return rules;
    }

    private static Map<String, RuleRef> ruleRefs(Map<String, List<RuleDescr>> rules) throws BrokenRulesException {
        Map<String, RuleRef> byName = new HashMap<>();
        List<RuleProblem> twice = new ArrayList<>();
        rules.forEach((file, ofFile) -> {
            for (RuleDescr rule : ofFile) {
                String id = rule.getAnnotation("id") == null
                        ? rule.getName()
                        : String.valueOf(rule.getAnnotation("id").getSingleValue())
                                .replaceAll("^\"|\"$", "");
                RuleRef before = byName.put(rule.getName(), new RuleRef(id, rule.getName(), file, rule.getLine()));
                if (before != null) {
                    twice.add(new RuleProblem(
                            file,
                            rule.getLine(),
                            0,
                            "rule \"" + rule.getName() + "\" stands in " + before.file() + ":" + before.line()
                                    + " too; a name may stand once"));
                }
            }
        });
        if (!twice.isEmpty()) {
            throw new BrokenRulesException(twice);
        }
        return byName;
    }

    private static List<RuleDescr> parsed(String text) {
        try {
            PackageDescr parsed = new DrlParser(LanguageLevelOption.DRL6).parse(false, text);
            return parsed == null ? List.of() : parsed.getRules();
        } catch (DroolsParserException e) {
            return List.of();
        }
    }
}
