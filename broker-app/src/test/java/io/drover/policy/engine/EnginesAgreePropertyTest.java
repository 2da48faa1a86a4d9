package io.drover.policy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.drover.policy.Decision;
import io.drover.policy.FleetMark;
import io.drover.policy.Question;
import io.drover.policy.Verdict;
import io.drover.policy.engine.Deed.Asks;
import io.drover.policy.engine.Deed.PutFarm;
import io.drover.policy.engine.Deed.PutHost;
import io.drover.policy.engine.Deed.PutResource;
import io.drover.policy.engine.Deed.PutSettings;
import io.drover.policy.engine.Deed.RemoveFarm;
import io.drover.policy.engine.Deed.RemoveHost;
import io.drover.policy.engine.Deed.RemoveResource;
import io.drover.policy.engine.Deed.Telling;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.Lifespan;
import net.jqwik.api.lifecycle.Store;

/**
 * The engine that lives and the one that starts afresh say the same, whatever happened and whatever rules are added.
 */
class EnginesAgreePropertyTest {

    private static final int RULE_SETS = 8;

    @Property(tries = 100)
    void theLivingEngineDecidesLikeAFreshOne(
            @ForAll @IntRange(max = RULE_SETS) int ruleSet, @ForAll("deeds") List<Deed> deeds) {
        CompiledRules rules = rules(ruleSet);
        try (LivingEngine living = Rules.engine(rules)) {
            FreshEngine fresh = new FreshEngine(rules, String::equals);
            fresh.put(Rules.SETTINGS);
            for (Deed deed : deeds) {
                if (deed instanceof Telling telling) {
                    telling.tell(living);
                    telling.tell(fresh);
                } else if (deed instanceof Asks asks) {
                    assertSame(living.decide(asks.question()), fresh.decide(asks.question()));
                }
            }
            assertThat(sorted(living.verdicts())).isEqualTo(sorted(fresh.verdicts()));
        }
    }

    @Property(tries = 50)
    void theOrderInWhichTheFleetWasToldDoesNotMatter(
            @ForAll @IntRange(max = RULE_SETS) int ruleSet, @ForAll("deeds") List<Deed> deeds, @ForAll long shuffle) {
        CompiledRules rules = rules(ruleSet);
        List<Telling> last = new ArrayList<>(lastTellings(deeds).values());
        try (LivingEngine grown = Rules.engine(rules);
                LivingEngine shuffled = Rules.engine(rules)) {
            deeds.forEach(deed -> {
                if (deed instanceof Telling telling) {
                    telling.tell(grown);
                }
            });
            Collections.shuffle(last, new Random(shuffle));
            last.forEach(telling -> telling.tell(shuffled));
            for (Deed deed : deeds) {
                if (deed instanceof Asks asks) {
                    assertSame(grown.decide(asks.question()), shuffled.decide(reversed(asks.question())));
                }
            }
            assertThat(sorted(grown.verdicts())).isEqualTo(sorted(shuffled.verdicts()));
        }
    }

    @Provide
    Arbitrary<List<Deed>> deeds() {
        return Arbitraries.randomValue(random -> new RandomDeeds(random).next())
                .list()
                .ofMinSize(4)
                .ofMaxSize(60);
    }

    private static CompiledRules rules(int number) {
        return Store.getOrCreate("rules-" + number, Lifespan.RUN, () -> {
                    String extra = number == 0 ? AuthorRules.all() : AuthorRules.some(number);
                    return Rules.compiled(Rules.shippedAnd(extra));
                })
                .get();
    }

    private static void assertSame(Decision one, Decision other) {
        assertThat(told(one)).isEqualTo(told(other));
    }

    private static Decision told(Decision d) {
        return new Decision(
                d.farmId(),
                d.resourceId(),
                d.outcome(),
                d.notes(),
                d.exclusions(),
                d.terms(),
                d.waived(),
                d.rules(),
                d.revision(),
                0,
                d.seed(),
                d.farm(),
                d.resource(),
                FleetMark.NONE);
    }

    private static Map<String, Verdict> sorted(Collection<Verdict> verdicts) {
        Map<String, Verdict> byId = new TreeMap<>();
        verdicts.forEach(v -> byId.put(v.agent().id(), v));
        return byId;
    }

    private static Question reversed(Question q) {
        return new Question(
                q.user(),
                q.call(),
                reversed(q.sessions()),
                reversed(q.leases()),
                q.load(),
                q.failedAgents(),
                q.avoid(),
                q.minuteOfWeek(),
                q.seed());
    }

    private static <T> List<T> reversed(List<T> of) {
        List<T> copy = new ArrayList<>(of);
        Collections.reverse(copy);
        return copy;
    }

    /** What was told last of each thing that is still there. */
    private static Map<String, Telling> lastTellings(List<Deed> deeds) {
        Map<String, Telling> last = new LinkedHashMap<>();
        for (Deed deed : deeds) {
            if (deed instanceof PutHost put) {
                last.put("host " + put.host().id(), put);
            } else if (deed instanceof PutFarm put) {
                last.put("farm " + put.farm().id(), put);
            } else if (deed instanceof PutResource put) {
                last.put("resource " + put.resource().id(), put);
            } else if (deed instanceof PutSettings put) {
                last.put("settings", put);
            } else if (deed instanceof RemoveHost gone) {
                last.remove("host " + gone.id());
            } else if (deed instanceof RemoveFarm gone) {
                last.remove("farm " + gone.id());
            } else if (deed instanceof RemoveResource gone) {
                last.remove("resource " + gone.id());
            }
        }
        return last;
    }
}
