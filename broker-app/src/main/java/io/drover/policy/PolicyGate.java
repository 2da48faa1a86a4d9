package io.drover.policy;

/** What rules that compile must pass before they decide. Safe for use by many threads. */
public interface PolicyGate {

    /** Lets everything pass. */
    PolicyGate OPEN = new PolicyGate() {
        @Override
        public Examination examine(RuleSource source) {
            return Examination.NONE;
        }

        @Override
        public String fingerprint() {
            return "";
        }
    };

    /**
     * Tries the rules. Nothing that serves is touched.
     *
     * @throws BrokenRulesException when they do not compile
     */
    Examination examine(RuleSource source) throws BrokenRulesException;

    /** Changes when what the rules were tried with last has changed since. */
    String fingerprint();
}
