package io.drover.policy;

/**
 * Where a rule stands.
 *
 * @param id the rule's {@code @id}
 * @param name the rule's name, a sentence
 * @param file file name within the rules folder
 * @param line line of the rule's first word, from 1
 */
public record RuleRef(String id, String name, String file, int line) {}
