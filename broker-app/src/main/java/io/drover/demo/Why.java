package io.drover.demo;

import io.drover.decision.DecisionStory;
import io.drover.decision.DecisionStory.Barrier;
import io.drover.decision.DecisionStory.Host;
import io.drover.decision.DecisionStory.Term;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The reasons of a decision in one line. */
final class Why {

    private static final int RUNNERS_UP = 2;

    private final DecisionStory story;

    private Why(DecisionStory story) {
        this.story = story;
    }

    static String of(DecisionStory story) {
        return new Why(story).tell();
    }

    private String tell() {
        StringJoiner parts = new StringJoiner("; ");
        chosen().ifPresentOrElse(
                        host -> parts.add(placed(host)),
                        () -> parts.add(story.outcome().detail()));
        story.notes().forEach(parts::add);
        String others = others();
        if (!others.isEmpty()) {
            parts.add(others);
        }
        String barred = barred();
        if (!barred.isEmpty()) {
            parts.add("kept out: " + barred);
        }
        return parts.toString();
    }

    private Optional<Host> chosen() {
        return story.agents().stream().filter(Host::chosen).findFirst();
    }

    private String placed(Host host) {
        return switch (story.outcome().reason()) {
            case Outcome.SESSION -> "the user has a session there" + inSpiteOf(host);
            case Outcome.LEASE -> "the user was sent there a moment ago" + inSpiteOf(host);
            default ->
                points(host) + " points: "
                        + host.terms().stream()
                                .sorted(Comparator.comparingDouble(Term::points).reversed())
                                .map(Why::term)
                                .collect(Collectors.joining(", "));
        };
    }

    private static String inSpiteOf(Host host) {
        return reason(host).map(code -> ", which counts for more than " + code).orElse("");
    }

    /** The reason that keeps a host out, the first where there are several. */
    private static Optional<String> reason(Host host) {
        return host.exclusions().stream()
                .filter(Predicate.not(Barrier::waived))
                .map(Barrier::code)
                .findFirst();
    }

    private static String term(Term term) {
        return term.label() + " " + number(term.points());
    }

    private String others() {
        List<String> all = story.agents().stream()
                .filter(host -> host.rank() != null && !host.chosen())
                .map(host -> host.hostname() + " " + points(host))
                .toList();
        List<String> best = all.subList(0, Math.min(RUNNERS_UP, all.size()));
        return best.isEmpty() ? "" : "others: " + String.join(", ", best) + (best.size() < all.size() ? ", …" : "");
    }

    private String barred() {
        Map<String, List<String>> hosts = new LinkedHashMap<>();
        story.agents().stream()
                .filter(host -> host.member() && host.rank() == null && !host.chosen())
                .forEach(host -> reason(host)
                        .ifPresent(code -> hosts.computeIfAbsent(code, any -> new ArrayList<>())
                                .add(host.hostname())));
        return hosts.entrySet().stream()
                .map(entry -> entry.getKey() + " " + String.join(", ", entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String points(Host host) {
        return number(Objects.requireNonNullElse(host.score(), 0.0));
    }

    private static String number(double points) {
        BigDecimal rounded = BigDecimal.valueOf(points).setScale(1, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
