package io.drover.policy.engine;

import io.drover.policy.RuleRef;
import io.drover.policy.RuleSource;
import io.drover.policy.Strategies;
import java.util.Map;
import org.kie.api.KieBase;
import org.kie.api.KieServices;
import org.kie.api.builder.ReleaseId;
import org.kie.api.runtime.KieContainer;

/** One revision of the rules, compiled. Safe for use by many threads; close it once no engine uses it. */
public final class CompiledRules implements AutoCloseable {

    private final RuleSource source;
    private final String revision;
    private final KieContainer container;
    private final ReleaseId releaseId;
    private final KieBase base;
    private final Map<String, RuleRef> byName;
    private final Strategies strategies;
    private final boolean countsFirings;

    CompiledRules(
            RuleSource source,
            KieContainer container,
            ReleaseId releaseId,
            Map<String, RuleRef> byName,
            Strategies strategies,
            boolean countsFirings) {
        this.source = source;
        this.revision = source.revision();
        this.container = container;
        this.releaseId = releaseId;
        this.base = container.getKieBase();
        this.byName = Map.copyOf(byName);
        this.strategies = strategies;
        this.countsFirings = countsFirings;
    }

    /** Twelve hexadecimal digits that name the text of the rules. */
    public String revision() {
        return revision;
    }

    /** The text of the rules. */
    public RuleSource source() {
        return source;
    }

    /** Where each rule stands, by the rule's name. */
    public Map<String, RuleRef> byName() {
        return byName;
    }

    /** The strategies that these rules know. */
    public Strategies strategies() {
        return strategies;
    }

    KieBase base() {
        return base;
    }

    boolean countsFirings() {
        return countsFirings;
    }

    @Override
    public void close() {
        container.dispose();
        KieServices.get().getRepository().removeKieModule(releaseId);
    }
}
