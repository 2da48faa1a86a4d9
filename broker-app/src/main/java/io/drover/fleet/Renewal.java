package io.drover.fleet;

import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads again at once what is kept of agents that changed: later the database may be away. */
final class Renewal {

    private static final Logger log = LoggerFactory.getLogger(Renewal.class);

    /** When more of them change at once, each is read when it is needed. */
    private static final int MOST = 100;

    private Renewal() {}

    /**
     * Renews those that are kept. One that cannot be read, or is not there any more, is kept no longer. Of two changes
     * at once the last one read stays.
     */
    static <T> void of(ConcurrentMap<String, T> kept, Collection<String> changed, Function<String, Optional<T>> read) {
        if (changed.size() > MOST) {
            kept.keySet().removeAll(changed);
            return;
        }
        for (String id : changed) {
            try {
                kept.computeIfPresent(id, (same, before) -> read.apply(id).orElse(null));
            } catch (RuntimeException | Error e) {
                kept.remove(id);
                log.debug("What is kept of agent {} could not be read again", id, e);
            }
        }
    }
}
