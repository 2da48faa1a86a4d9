package io.drover.scenario.parse;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.ParserException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * The events of a file that is a plain tree of moderate depth. What would grow without bound when it is read, a deep
 * nest or an alias, is refused at its place.
 */
public final class PlainEvents implements Parser {

    private static final int DEPTH_AT_MOST = 50;

    private static final int BUFFER_AT_LEAST = 1024;
    private static final int BUFFER_AT_MOST = 1024 * 1024;

    private final Parser parser;
    private final String insteadOfAliases;
    private int depth;

    private PlainEvents(Parser parser, String insteadOfAliases) {
        this.parser = parser;
        this.insteadOfAliases = insteadOfAliases;
    }

    /**
     * The root of a text of one YAML 1.2 document; empty when there is none.
     *
     * @param name of the file, for errors
     * @param codePointsAtMost how long the text may be
     * @param insteadOfAliases what to do instead, for who wrote an alias
     * @throws YamlEngineException when it is not YAML, or not a plain tree of moderate depth
     */
    public static Optional<Node> compose(String text, String name, int codePointsAtMost, String insteadOfAliases) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setSchema(new CoreSchema())
                .setCodePointLimit(codePointsAtMost)
                .setBufferSize(bufferSize(text))
                .build();
        Parser parser = new ParserImpl(settings, new StreamReader(settings, text));
        return new Composer(settings, new PlainEvents(parser, insteadOfAliases)).getSingleNode();
    }

    /** The reader copies the scalar that it is in whenever its buffer is empty, which takes time when that is often. */
    private static int bufferSize(String text) {
        return Math.max(BUFFER_AT_LEAST, Math.min(text.length() + 1, BUFFER_AT_MOST));
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
            throw refused("aliases are not taken; " + insteadOfAliases, event);
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
