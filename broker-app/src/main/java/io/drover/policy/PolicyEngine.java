package io.drover.policy;

import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.ResourceView;
import io.drover.policy.fact.ScrapeView;
import io.drover.policy.fact.Settings;
import java.util.Collection;

/**
 * Rules at work on a fleet. Not safe for use by several threads at once: the fleet view's lock guards it.
 *
 * <p>The same facts give the same answer, whatever order they came in.
 */
public interface PolicyEngine extends AutoCloseable {

    /** The rules' revision. */
    String revision();

    /** The strategies that the rules know. A farm with another one is judged as one with the usual strategy. */
    Strategies strategies();

    /** Tells the settings anew. */
    void put(Settings settings);

    /** Tells of a host, new or changed. */
    void put(AgentView agent);

    /** Tells of a farm, new or changed. */
    void put(FarmView farm);

    /** Tells of a published resource, new or changed. */
    void put(ResourceView resource);

    /** Forgets a host. Unknown ids are ignored. */
    void removeAgent(String id);

    /** Forgets a farm. Unknown ids are ignored. */
    void removeFarm(String id);

    /** Forgets a resource. Unknown ids are ignored. */
    void removeResource(String id);

    /**
     * Judges everything that was told and not judged yet.
     *
     * @throws PolicyFailedException when a rule fails or runs away
     */
    void settle();

    /**
     * Decides one request.
     *
     * @throws PolicyFailedException when a rule fails or runs away; the engine has then been rebuilt, or will try to at
     *     the next call
     */
    Decision decide(Question question);

    /**
     * What the rules say of every host now, by agent id.
     *
     * @throws PolicyFailedException when a rule fails or runs away
     */
    Collection<Verdict> verdicts();

    /**
     * Judges how well a host is that was scraped. Nothing else that was told matters to it.
     *
     * @throws PolicyFailedException when a rule fails or runs away; decisions are not touched by it
     */
    Health health(ScrapeView scrape);

    @Override
    void close();
}
