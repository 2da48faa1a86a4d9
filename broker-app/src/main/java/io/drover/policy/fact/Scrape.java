package io.drover.policy.fact;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A host without an agent of Drover's, as a scrape of its exporter shows it. Only rules of stage {@code health} see it,
 * and nothing else. Numbers that are unknown read as the worst value; {@code …_known} tells.
 */
public final class Scrape {

    private static final Pattern VERSION = Pattern.compile("v?(\\d{1,9})\\.(\\d{1,9})(?:[.+-].*)?");
    private static final double ALL_POINTS = 100;

    private final ScrapeView view;
    private final Voice voice;
    private final Matcher version;

    public Scrape(ScrapeView view, Voice voice) {
        this.view = view;
        this.voice = voice;
        version = VERSION.matcher(view.exporterVersion());
    }

    /** What the host is called in the file of hosts. */
    public String getHostname() {
        return view.hostname();
    }

    /** The exporter's version as it says it, for example {@code "0.31.3"}; empty while unknown. */
    public String getExporter_version() {
        return view.exporterVersion();
    }

    /** Whether the exporter says a version that starts with two numbers. */
    public boolean isExporter_known() {
        return version.matches();
    }

    /** The first number of the exporter's version; 0 while unknown. */
    public int getExporter_major() {
        return version.matches() ? Integer.parseInt(version.group(1)) : 0;
    }

    /** The second number of the exporter's version; 0 while unknown. */
    public int getExporter_minor() {
        return version.matches() ? Integer.parseInt(version.group(2)) : 0;
    }

    /** Whether two scrapes have shown the cpu. */
    public boolean isCpu_known() {
        return view.cpuPercent() != null;
    }

    /** 0 to 100; 100 while unknown. */
    public double getCpu_percent() {
        return worstIfUnknown(view.cpuPercent());
    }

    /** Seconds since a scrape showed the cpu; 0 while unknown. */
    public int getCpu_age_seconds() {
        return view.cpuAge();
    }

    /** Whether a scrape has shown the memory. */
    public boolean isMemory_known() {
        return view.memoryUsedPercent() != null;
    }

    /** 0 to 100; 100 while unknown. */
    public double getMemory_used_percent() {
        return worstIfUnknown(view.memoryUsedPercent());
    }

    /** Seconds since a scrape showed the memory; 0 while unknown. */
    public int getMemory_age_seconds() {
        return view.memoryAge();
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

    /** Seconds since a scrape showed the sessions. */
    public int getSessions_age_seconds() {
        return view.sessionsAge();
    }

    /** The needed collectors of the exporter that failed in this scrape, or were not there; never null. */
    public List<String> getFailed_collectors() {
        return view.failedCollectors();
    }

    /** The same in one text, with commas between them; empty when none failed. */
    public String getFailed() {
        return String.join(", ", view.failedCollectors());
    }

    /** Seconds until the exporter had answered. */
    public double getTook_seconds() {
        return view.took();
    }

    private static double worstIfUnknown(@Nullable Double percent) {
        return percent == null ? ALL_POINTS : percent;
    }

    /**
     * Says: so many points less than 100 for this host's health. All that is said counts; the score ends at 0. Stage
     * {@code health}.
     *
     * @param code short reason, for example {@code "hot-cpu"}
     * @param points 0 to 100
     * @param detail the values behind it, for people
     * @throws IllegalArgumentException when points is not such a number
     */
    @Says(Stage.HEALTH)
    public void deduct(String code, double points, String detail) {
        if (!(points >= 0 && points <= ALL_POINTS)) {
            throw new IllegalArgumentException("\"" + code + "\" of host " + getHostname() + " deducts " + points);
        }
        voice.say(new Statement.Deducted(code, points, detail));
    }

    @Override
    public String toString() {
        return "Scrape of " + view.hostname();
    }
}
