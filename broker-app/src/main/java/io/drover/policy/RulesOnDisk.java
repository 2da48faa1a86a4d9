package io.drover.policy;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** The rules folder, and what of it was looked at last. Not safe for use by several threads. */
final class RulesOnDisk {

    private final Path folder;
    private final PolicyGate gate;
    private String revision = "";
    private String seen = "";
    private boolean withSuites;

    RulesOnDisk(Path folder, PolicyGate gate) {
        this.folder = folder;
        this.gate = gate;
    }

    Path folder() {
        return folder;
    }

    /** The revision read last, empty when the folder could not be read. */
    String revision() {
        return revision;
    }

    /**
     * Reads the rules.
     *
     * @throws BrokenRulesException when they cannot be read
     */
    RuleSource read() throws BrokenRulesException {
        withSuites = false;
        try {
            RuleSource source = RuleSource.read(folder);
            revision = source.revision();
            seen = revision;
            return source;
        } catch (UncheckedIOException e) {
            revision = "";
            seen = String.valueOf(e.getMessage());
            throw new BrokenRulesException(List.of(new RuleProblem("", 0, 0, seen)));
        }
    }

    /** What was read last was not tried to its end: it counts as changed. */
    void forget() {
        withSuites = false;
        seen = "";
    }

    /** The rules were refused by suites: a change of those counts too from now on. */
    void refusedBySuites() {
        withSuites = true;
        seen = revision + gate.fingerprint();
    }

    /** Whether there is something else than was read last, or something else to try it with. */
    boolean hasChanged() {
        return !(withSuites ? fingerprint() + gate.fingerprint() : fingerprint()).equals(seen);
    }

    private String fingerprint() {
        try {
            return RuleSource.read(folder).revision();
        } catch (UncheckedIOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
