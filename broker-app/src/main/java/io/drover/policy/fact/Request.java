package io.drover.policy.fact;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A call whose resource and farm are known. */
public final class Request {

    private static final int MINUTES_OF_HOUR = 60;
    private static final int MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR;

    private final String user;
    private final String domain;
    private final CallView call;
    private final Farm farm;
    private final @Nullable Resource resource;
    private final int minuteOfWeek;
    private final Voice voice;

    /** @param minuteOfWeek minutes since Monday 00:00 in the setting's time zone */
    public Request(
            String user,
            String domain,
            CallView call,
            Farm farm,
            @Nullable Resource resource,
            int minuteOfWeek,
            Voice voice) {
        this.user = user;
        this.domain = domain;
        this.call = call;
        this.farm = farm;
        this.resource = resource;
        this.minuteOfWeek = minuteOfWeek;
        this.voice = voice;
    }

    /** The user part of the name, folded to lower case. */
    public String getUser() {
        return user;
    }

    /** The domain part, folded to lower case; empty for a short name. */
    public String getDomain() {
        return domain;
    }

    /** Whether the name came without a domain. */
    public boolean isShort_name() {
        return domain.isEmpty();
    }

    /** The farm to place in. */
    public Farm getFarm() {
        return farm;
    }

    /** The farm's id, empty for the whole fleet. */
    public String getFarm_id() {
        return farm.getId();
    }

    /** The resource's id, empty when none is meant. */
    public String getResource_id() {
        return resource == null ? "" : resource.getId();
    }

    /** {@code "desktop"} or {@code "remoteapp"}, empty when no resource is meant. */
    @Words({"desktop", "remoteapp", ""})
    public String getResource_kind() {
        return resource == null ? "" : resource.getKind();
    }

    /** The user's groups; never null. */
    public Set<String> getGroups() {
        return call.groups();
    }

    /** Where the user sits, empty when not given. */
    public String getClient_address() {
        return call.clientAddress();
    }

    /** The gateway node that asks, empty when not given. */
    public String getNode_id() {
        return call.nodeId();
    }

    /** The day of the week in the time zone of {@code time_zone}, from 1, Monday, to 7, Sunday. */
    public int getWeekday() {
        return minuteOfWeek / MINUTES_OF_DAY + 1;
    }

    /** The hour of the day in that time zone, 0 to 23. */
    public int getHour() {
        return getMinute_of_day() / MINUTES_OF_HOUR;
    }

    /** The minute of the day in that time zone, 0 to 1439. */
    public int getMinute_of_day() {
        return minuteOfWeek % MINUTES_OF_DAY;
    }

    /** The Guacamole connection's name, trimmed and in lower case. */
    public String getConnection_name() {
        return call.connectionName();
    }

    /** Says: send the user back to this session. The lowest order wins, number by number. Stage {@code reconnect}. */
    @Says(Stage.RECONNECT)
    public void propose(Agent agent, Session session, double... order) {
        voice.say(new Statement.Proposed(
                agent, Reason.EXISTING_SESSION, Bars.ANY_SESSION, session.getDomain(), null, listed(order)));
    }

    /**
     * Says: the lease holds. The lowest order wins, number by number. Stage {@code lease}.
     *
     * @param heeds {@link Bars#NEW_SESSION} when every exclusion of the host stops it, {@link Bars#ANY_SESSION} when
     *     only those do that bar every session
     */
    @Says(Stage.LEASE)
    public void propose(Agent agent, Lease lease, Bars heeds, double... order) {
        voice.say(new Statement.Proposed(
                agent, Reason.EXISTING_LEASE, heeds, lease.getDomain(), lease.view(), listed(order)));
    }

    /**
     * Says: prefer this host to the ranking, as a new session. Of several hosts the best by the ranking is taken. Stage
     * {@code select}.
     */
    @Says(Stage.SELECT)
    public void propose(Agent agent) {
        voice.say(new Statement.Proposed(agent, Reason.LOAD_BALANCE, Bars.NEW_SESSION, "", null, List.of()));
    }

    /** Says: return nowhere when the sessions found belong to two domains, and note it. Stage {@code reconnect}. */
    @Says(Stage.RECONNECT)
    public void one_domain(String note) {
        voice.say(new Statement.OneDomain(note));
    }

    /** Says: this exclusion of the host does not hold for this user. Stage {@code filter}. */
    @Says(Stage.FILTER)
    public void waive(Agent agent, String code) {
        voice.say(new Statement.Waived(agent, code));
    }

    /** Says: refuse. Stage {@code resolve}. */
    @Says(Stage.RESOLVE)
    public void refuse(String code, String detail) {
        voice.say(new Statement.Refused(code, detail, 0));
    }

    /** Says: tell this in the decision. Any stage. */
    @Says({})
    public void note(String note) {
        voice.say(new Statement.Noted(note));
    }

    /** Says: take one of the best few hosts, by the request's seed. Stage {@code select}. */
    @Says(Stage.SELECT)
    public void jitter() {
        voice.say(new Statement.Picked(Statement.Pick.JITTER));
    }

    /** Says: take any of the hosts, by the request's seed. Stage {@code select}. */
    @Says(Stage.SELECT)
    public void random() {
        voice.say(new Statement.Picked(Statement.Pick.RANDOM));
    }

    private static List<Double> listed(double... order) {
        return Arrays.stream(order).boxed().toList();
    }
}
