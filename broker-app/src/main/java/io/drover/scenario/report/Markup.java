package io.drover.scenario.report;

import java.io.Writer;
import java.util.regex.Pattern;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes elements; every text is escaped, and what XML cannot hold is replaced. */
public final class Markup {

    private static final Pattern UNWRITABLE =
            Pattern.compile("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

    private final XMLStreamWriter out;

    /** Writes there, from the beginning. */
    public Markup(Writer writer) throws XMLStreamException {
        out = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(writer);
    }

    /** What stands inside an element. */
    @FunctionalInterface
    public interface Content {
        void write() throws XMLStreamException;
    }

    /** Begins a file of XML. */
    void declaration() throws XMLStreamException {
        out.writeStartDocument("UTF-8", "1.0");
        line();
    }

    /** A whole page of HTML that loads nothing and runs nothing. */
    public void page(String title, String style, Content body) throws XMLStreamException {
        out.writeDTD("<!DOCTYPE html>");
        line();
        element(
                "html",
                () -> {
                    element("head", () -> head(title, style));
                    element("body", body);
                },
                "lang",
                "en");
        end();
    }

    private void head(String title, String style) throws XMLStreamException {
        empty("meta", "charset", "utf-8");
        empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        empty(
                "meta",
                "http-equiv",
                "Content-Security-Policy",
                "content",
                "default-src 'none'; style-src 'unsafe-inline'");
        text("title", title);
        text("style", style);
    }

    /** An element on a line of its own. {@code attributes} are names and values in turn. */
    public void element(String name, Content content, String... attributes) throws XMLStreamException {
        out.writeStartElement(name);
        attributes(attributes);
        content.write();
        out.writeEndElement();
        line();
    }

    /** An element with a text in it. */
    public void text(String name, String text, String... attributes) throws XMLStreamException {
        element(name, () -> text(text), attributes);
    }

    /** An element that never has anything in it. */
    public void empty(String name, String... attributes) throws XMLStreamException {
        out.writeEmptyElement(name);
        attributes(attributes);
        line();
    }

    public void text(String text) throws XMLStreamException {
        out.writeCharacters(writable(text));
    }

    void line() throws XMLStreamException {
        out.writeCharacters("\n");
    }

    void end() throws XMLStreamException {
        out.writeEndDocument();
        out.flush();
    }

    private void attributes(String... attributes) throws XMLStreamException {
        for (int i = 0; i < attributes.length; i += 2) {
            out.writeAttribute(attributes[i], writable(attributes[i + 1]));
        }
    }

    private static String writable(String text) {
        return UNWRITABLE.matcher(text).replaceAll("\uFFFD");
    }
}
