package io.drover.control;

/**
 * Who makes a change, as the audit shows it.
 *
 * @param name for example {@code operator:alice}, {@code agent:0f3c…} or {@code broker}
 */
public record Actor(String name) {

    /** The broker itself, when time or a report makes the change. */
    public static final Actor BROKER = new Actor("broker");

    /** Whoever changed the files of the policy: the broker cannot know. */
    public static final Actor RULES_FOLDER = new Actor("rules folder");

    /** A machine that enrols. */
    public static final Actor ENROLMENT = new Actor("enrolment");

    /** A person or a program with an operator's key. */
    public static Actor operator(String name) {
        return new Actor("operator:" + name);
    }

    /** A host, by what it reports. */
    public static Actor agent(String agentId) {
        return new Actor("agent:" + agentId);
    }
}
