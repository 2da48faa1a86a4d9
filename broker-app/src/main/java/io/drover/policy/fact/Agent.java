package io.drover.policy.fact;

import io.drover.policy.fact.AgentView.RemoteAppView;
import io.drover.policy.fact.Statement.Scope;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A host, as rules see it. Numbers that are unknown read as the worst value; {@code …_known} tells. */
public final class Agent {

    private static final double MOST_POINTS = 1e12;

    private final AgentView view;
    private final Voice voice;

    public Agent(AgentView view, Voice voice) {
        this.view = view;
        this.voice = voice;
    }

    /** The data behind this fact. Not for rules. */
    public AgentView view() {
        return view;
    }

    /** The host's id. */
    public String getId() {
        return view.id();
    }

    /** The host's name. */
    public String getHostname() {
        return view.hostname();
    }

    /** Free name of a place, empty when none. */
    public String getZone() {
        return view.zone();
    }

    /** {@code "online"}, {@code "drain"} or {@code "maintenance"}. */
    @Words({"online", "drain", "maintenance"})
    public String getMode() {
        return view.mode();
    }

    /** Awaits an operator after a re-enrolment or a rename. */
    public boolean isQuarantined() {
        return view.quarantined();
    }

    /** A heartbeat came less than {@code offline_after_seconds} ago. */
    public boolean isOnline() {
        return view.online();
    }

    /** Whether the host reported a health score. */
    public boolean isHealth_known() {
        return view.healthScore() != null;
    }

    /** 0 (sick) to 100 (well); 0 while unknown. */
    public int getHealth_score() {
        Integer score = view.healthScore();
        return score == null ? 0 : score;
    }

    /** 0 to 100; 100 while unknown. */
    public double getCpu_percent() {
        return worstIfUnknown(view.cpuPercent());
    }

    /** 0 to 100; 100 while unknown. */
    public double getMemory_used_percent() {
        return worstIfUnknown(view.memoryUsedPercent());
    }

    /** Sessions in use. */
    public int getActive_sessions() {
        return view.activeSessions();
    }

    /** Sessions whose user went away. */
    public int getDisconnected_sessions() {
        return view.disconnectedSessions();
    }

    /** All of the users' sessions, whatever their state. */
    public int getSessions() {
        return view.sessions();
    }

    /** Placements whose session no heartbeat has shown yet. */
    public int getUnder_way() {
        return view.underWay();
    }

    /** Sessions and placements under way together. */
    public int getLoad() {
        return view.sessions() + view.underWay();
    }

    /** Whether {@link #getMax_sessions} is a limit. */
    public boolean isSessions_limited() {
        return view.maxSessions() != null;
    }

    /** Most sessions and placements under way together; the largest int when there is no limit. */
    public int getMax_sessions() {
        Integer most = view.maxSessions();
        return most == null ? Integer.MAX_VALUE : most;
    }

    /** Most placements under way at once; the largest int when there is no limit. */
    public int getMax_concurrent_logons() {
        Integer most = view.maxConcurrentLogons();
        return most == null ? Integer.MAX_VALUE : most;
    }

    /** Percent of an ordinary host, 1 to 10000. */
    public int getWeight() {
        return view.weight();
    }

    /** False when the host reported its RDP listener dead; true while unknown. */
    public boolean isRdp_listener_ok() {
        return view.rdpListenerOk();
    }

    /** False while the broker's own probes get no answer from the RDP port; true while it was not probed. */
    public boolean isRdp_reachable() {
        return view.probeState().equals("answers") || view.probeState().equals("unknown");
    }

    /**
     * What the broker's own probes of the RDP port say. {@code "silent"} takes connections and says nothing,
     * {@code "refused"} takes none, {@code "unreachable"} cannot be reached at all, {@code "not-rdp"} is something
     * else.
     */
    @Words({"unknown", "answers", "silent", "refused", "unreachable", "not-rdp"})
    public String getProbe_state() {
        return view.probeState();
    }

    /** Different users whose connection failed there within the last minute. */
    public int getFailed_users() {
        return view.failedUsers();
    }

    /** Booted less than {@code slow_start_seconds} ago; false while the host does not say when it booted. */
    public boolean isFresh() {
        return view.fresh();
    }

    /** The host's labels; never null, a missing label reads as null. */
    public Map<String, String> getTags() {
        return view.tags();
    }

    /** The farms that the host itself lists. */
    public List<String> getFarm_ids() {
        return view.farmIds();
    }

    /** Whether the host carries every one of these labels, key and value alike. No labels: false. */
    public boolean carries(Map<String, String> wanted) {
        return !wanted.isEmpty() && view.tags().entrySet().containsAll(wanted.entrySet());
    }

    /**
     * Whether the host can run a managed RemoteApp: the first entry for this resource, or for no resource and the same
     * alias, is ready. No entry is not ready.
     */
    public boolean ready_for(Resource resource) {
        return view.remoteApps().stream()
                .filter(app -> isFor(app, resource))
                .findFirst()
                .map(RemoteAppView::ready)
                .orElse(false);
    }

    private static boolean isFor(RemoteAppView app, Resource resource) {
        return app.resourceId().equals(resource.getId())
                || (app.resourceId().isEmpty()
                        && app.alias().toLowerCase(Locale.ROOT).equals(resource.getAlias()));
    }

    private static double worstIfUnknown(@Nullable Double percent) {
        return percent == null ? 100 : percent;
    }

    /** Says: this host is a member of the farm. Stage {@code filter}. */
    @Says(Stage.FILTER)
    public void join(Farm farm) {
        voice.say(new Statement.Joined(this, farm.getId()));
    }

    /**
     * Says: this host is barred. Stage {@code filter}.
     *
     * @param code short reason, for example {@code "agent-draining"}
     * @param bars whom it bars
     * @param detail the values behind it, for people
     */
    @Says(Stage.FILTER)
    public void exclude(String code, Bars bars, String detail) {
        exclude(new Scope.Everywhere(), code, bars, detail);
    }

    /** Says: this host is barred in one farm. Stage {@code filter}. */
    @Says(Stage.FILTER)
    public void exclude(Farm farm, String code, Bars bars, String detail) {
        exclude(new Scope.InFarm(farm.getId()), code, bars, detail);
    }

    /** Says: this host is barred for one published resource. Stage {@code filter}. */
    @Says(Stage.FILTER)
    public void exclude(Resource resource, String code, Bars bars, String detail) {
        exclude(new Scope.ForResource(resource.getId()), code, bars, detail);
    }

    private void exclude(Scope scope, String code, Bars bars, String detail) {
        voice.say(new Statement.Excluded(this, scope, code, bars, detail));
    }

    /**
     * Says: so many points for this host, in every farm. Stage {@code score}.
     *
     * @param points between -1e12 and 1e12, so that sums stay exact enough to compare
     * @throws IllegalArgumentException when points is not such a number
     */
    @Says(Stage.SCORE)
    public void score(String label, double points) {
        score(new Scope.Everywhere(), label, points);
    }

    /** Says: so many points for this host in one farm. Stage {@code score}. */
    @Says(Stage.SCORE)
    public void score(Farm farm, String label, double points) {
        score(new Scope.InFarm(farm.getId()), label, points);
    }

    /** Says: so many points for this host in the farms with this strategy. Stage {@code score}. */
    @Says(Stage.SCORE)
    public void score(Strategy strategy, String label, double points) {
        score(new Scope.WithStrategy(strategy.getName()), label, points);
    }

    private void score(Scope scope, String label, double points) {
        if (!(Math.abs(points) <= MOST_POINTS)) {
            throw new IllegalArgumentException("score \"" + label + "\" of agent " + getId() + " is " + points);
        }
        voice.say(new Statement.Scored(this, scope, label, points));
    }

    @Override
    public String toString() {
        return "Agent " + view.id();
    }
}
