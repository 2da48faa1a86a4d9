package io.drover.policy;

import io.drover.policy.engine.CompiledRules;

/** What decides by the rules, and can be given others while it serves. */
public interface PolicyTarget {

    /**
     * Decides by these rules from now on: builds an engine, judges the whole fleet with it, and swaps. When this
     * returns, nothing uses the former rules any more; when it throws, nothing uses these.
     *
     * @throws PolicyFailedException when the rules fail on the fleet as it is; the former rules serve on
     */
    void install(CompiledRules rules);
}
