package io.drover.policy;

import java.util.List;

/**
 * How well a host is that was scraped, as the rules see it.
 *
 * @param score 0 (sick) to 100 (well)
 * @param deductions what keeps it from 100, the heaviest first
 * @param revision the rules that said so
 */
public record Health(int score, List<Deduction> deductions, String revision) {

    public Health {
        deductions = List.copyOf(deductions);
    }

    /**
     * Points that a rule took away.
     *
     * @param code its short reason
     * @param points 0 to 100
     * @param detail the values behind it, for people
     * @param rule who said so
     */
    public record Deduction(String code, double points, String detail, RuleRef rule) {}
}
