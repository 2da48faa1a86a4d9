package io.drover.simulate;

import java.time.Duration;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Somebody who wants a desktop. */
final class Visitor {
    final String name;
    final Duration logon;
    final @Nullable Duration stay;
    Set<String> failed = Set.of();
    int tries;

    Visitor(int number, Storm storm, RandomGenerator chance) {
        name = "user" + number;
        logon = storm.visibleAfter().draw(chance);
        Span stays = storm.stay();
        stay = stays == null ? null : stays.draw(chance);
    }
}
