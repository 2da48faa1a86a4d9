package io.drover.cli;

import io.drover.policy.RuleSource;
import io.drover.policy.engine.CompiledRules;
import io.drover.policy.engine.RuleCompiler;
import java.nio.file.Path;

/** Compiles a folder of rules in a process whose libraries are those of the shipped jar. */
final class RulesFromJar {

    private RulesFromJar() {}

    /** Says so when the rules compile; fails otherwise. */
    public static void main(String[] args) throws Exception {
        try (CompiledRules rules = new RuleCompiler(false).compile(RuleSource.read(Path.of(args[0])))) {
            System.out.println("compiled " + rules.getClass().getSimpleName());
        }
    }
}
