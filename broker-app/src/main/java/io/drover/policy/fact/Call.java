package io.drover.policy.fact;

import java.util.Set;

/**
 * What a gateway asked, before the resource and the farm are known. Only rules of stage {@code resolve} see it. Texts
 * are empty when not given.
 */
public final class Call {

    private final CallView view;
    private final Voice voice;

    public Call(CallView view, Voice voice) {
        this.view = view;
        this.voice = voice;
    }

    /** The resource asked for by id. */
    public String getResource_id() {
        return view.resourceId();
    }

    /** The farm asked for. */
    public String getFarm_id() {
        return view.farmId();
    }

    /** The Guacamole connection's id. */
    public String getConnection_id() {
        return view.connectionId();
    }

    /** The Guacamole connection's name, trimmed and in lower case. */
    public String getConnection_name() {
        return view.connectionName();
    }

    /** The back end that the connection id belongs to. */
    public String getData_source() {
        return view.dataSource();
    }

    /** The user's groups; never null. */
    public Set<String> getGroups() {
        return view.groups();
    }

    /**
     * Says: this resource is meant, and its farm if it names one. The lowest rank wins; two resources of the lowest
     * rank are ambiguous and refused. Stage {@code resolve}.
     */
    @Says(Stage.RESOLVE)
    public void resource(Resource resource, int rank) {
        voice.say(new Statement.ResourceProposed(resource, rank));
    }

    /** Says: this farm is meant, unless a resource names its own. The lowest rank wins. Stage {@code resolve}. */
    @Says(Stage.RESOLVE)
    public void farm(String farmId, int rank) {
        voice.say(new Statement.FarmProposed(farmId, rank));
    }

    /** Says: without a farm, all hosts are the boundary. Stage {@code resolve}. */
    @Says(Stage.RESOLVE)
    public void whole_fleet(int rank) {
        voice.say(new Statement.FarmProposed("", rank));
    }

    /**
     * Says: refuse, unless a resource of a lower rank is meant. Stage {@code resolve}.
     *
     * @param code the stable code of the answer, for example {@code "resource_not_found"}
     * @param detail one sentence for people
     */
    @Says(Stage.RESOLVE)
    public void refuse(String code, String detail, int rank) {
        voice.say(new Statement.Refused(code, detail, rank));
    }
}
