package io.drover.scenario.parse;

import java.util.Optional;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.ParserException;
import org.snakeyaml.engine.v2.parser.Parser;

/**
 * The events of a file that is a plain tree of moderate depth. What would grow without bound when it is read, a deep
 * nest or an alias, is refused at its place.
 */
final class PlainEvents implements Parser {

    private static final int DEPTH_AT_MOST = 50;

    private final Parser parser;
    private int depth;

    PlainEvents(Parser parser) {
        this.parser = parser;
    }

    @Override
    public boolean checkEvent(Event.ID id) {
        return parser.checkEvent(id);
    }

    @Override
    public Event peekEvent() {
        return parser.peekEvent();
    }

    @Override
    public boolean hasNext() {
        return parser.hasNext();
    }

    @Override
    public Event next() {
        Event event = parser.next();
        if (event instanceof AliasEvent) {
            throw refused("aliases are not taken; what scenarios share goes under given or into a fleet file", event);
        }
        if (event instanceof CollectionStartEvent && ++depth > DEPTH_AT_MOST) {
            throw refused("nested more than " + DEPTH_AT_MOST + " deep", event);
        }
        if (event instanceof CollectionEndEvent) {
            depth--;
        }
        return event;
    }

    private static ParserException refused(String reason, Event event) {
        return new ParserException("", Optional.empty(), reason, event.getStartMark());
    }
}
