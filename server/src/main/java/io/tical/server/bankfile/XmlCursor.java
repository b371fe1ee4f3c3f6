package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads an XML file forward, element by element, by local names. It accepts no document type, no entity, no deep nesting, and
 * no text longer than a field may be.
 */
final class XmlCursor {
    private static final int DEPTH_MAX = 40;
    /** Characters of identifiers and codes, which standards limit to fewer. */
    private static final int CODE_MAX = 255;

    /** Texts of a small element. */
    private static final int LEAVES_MAX = 200;

    private static final int MESSAGE_MAX = 200;

    private final StrictReader source;
    private final XMLStreamReader events;
    private final int textMax;
    private final List<String> path = new ArrayList<>();
    private Place place = new Place(1, 1);
    private Place beginning = place;

    /** Reads an element; what it leaves of it is passed over. */
    @FunctionalInterface
    interface Child {
        void read(String name) throws BankFileException, IOException;
    }

    private XmlCursor(StrictReader source, XMLStreamReader events, int textMax) {
        this.source = source;
        this.events = events;
        this.textMax = textMax;
    }

    /** At the root of the document. */
    static XmlCursor open(StrictReader source, int textMax) throws BankFileException, IOException {
        XMLStreamReader events;
        try {
            events = factory().createXMLStreamReader(source);
        } catch (XMLStreamException e) {
            throw fault(source, e, "its beginning");
        }
        var cursor = new XmlCursor(source, events, textMax);
        while (cursor.advance() != XMLStreamConstants.START_ELEMENT) {
            // Comments and processing instructions.
        }
        return cursor;
    }

    private static XMLInputFactory factory() {
        var factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        return factory;
    }

    /** The local name of the current element. */
    String name() {
        return path.getLast();
    }

    /** Empty if it has none. */
    String namespace() {
        var uri = events.getNamespaceURI();
        return uri == null ? "" : uri;
    }

    /** The most characters of a text. */
    int textMax() {
        return textMax;
    }

    /** Where the current element begins. */
    Place place() {
        return beginning;
    }

    @Nullable
    String attribute(String name) throws BankFileException {
        var value = events.getAttributeValue(null, name);
        if (value != null && value.length() > CODE_MAX) {
            throw new BankFileException(Fault.FIELD_TOO_LONG, beginning, name, String.valueOf(CODE_MAX));
        }
        return value == null || value.isBlank() ? null : value.strip();
    }

    /** Reads the current element to its end. */
    void children(Child child) throws BankFileException, IOException {
        var depth = path.size();
        while (true) {
            var event = advance();
            if (path.size() < depth) {
                return;
            }
            if (event == XMLStreamConstants.START_ELEMENT) {
                child.read(name());
                while (path.size() > depth) {
                    advance();
                }
            }
        }
    }

    /** The texts in the current element, which is then read; of equal paths the first one. Its own has an empty path. */
    XmlLeaves leaves() throws BankFileException, IOException {
        return leaves(textMax);
    }

    /** As {@link #leaves}, of an element that holds identifiers and codes. */
    XmlLeaves codes() throws BankFileException, IOException {
        return leaves(CODE_MAX);
    }

    private XmlLeaves leaves(int max) throws BankFileException, IOException {
        var depth = path.size();
        var texts = new HashMap<String, String>();
        var text = new StringBuilder();
        while (true) {
            var ending = String.join("/", path.subList(depth, path.size()));
            var event = advance();
            if (event == XMLStreamConstants.END_ELEMENT) {
                var plain = PlainText.of(text);
                if (plain != null && texts.size() < LEAVES_MAX) {
                    texts.putIfAbsent(ending, plain);
                }
                text.setLength(0);
                if (path.size() < depth) {
                    return new XmlLeaves(texts);
                }
            } else if (event == XMLStreamConstants.START_ELEMENT) {
                text.setLength(0);
            } else if (isText(event)) {
                append(text, max);
            }
        }
    }

    /** The text of the current element, which is then read; null if there is none. */
    @Nullable
    String text() throws BankFileException, IOException {
        return text(textMax);
    }

    /** The text of an element that holds an identifier or a code. */
    @Nullable
    String code() throws BankFileException, IOException {
        return text(CODE_MAX);
    }

    private @Nullable String text(int max) throws BankFileException, IOException {
        var depth = path.size();
        var text = new StringBuilder();
        while (true) {
            var event = advance();
            if (path.size() < depth) {
                break;
            }
            if (path.size() == depth && isText(event)) {
                append(text, max);
            }
        }
        return PlainText.of(text);
    }

    private void append(StringBuilder text, int max) throws BankFileException {
        if (text.length() + events.getTextLength() > max) {
            throw new BankFileException(Fault.FIELD_TOO_LONG, beginning, name(), String.valueOf(max));
        }
        text.append(events.getTextCharacters(), events.getTextStart(), events.getTextLength());
    }

    private static boolean isText(int event) {
        return event == XMLStreamConstants.CHARACTERS
                || event == XMLStreamConstants.CDATA
                || event == XMLStreamConstants.SPACE;
    }

    /** Reads what follows the root. */
    void end() throws BankFileException, IOException {
        while (advance() != XMLStreamConstants.END_DOCUMENT) {
            // Comments and processing instructions.
        }
    }

    private int advance() throws BankFileException, IOException {
        int event;
        var before = place(events.getLocation());
        try {
            event = events.next();
        } catch (XMLStreamException e) {
            throw fault(source, e, path.isEmpty() ? "its beginning" : String.join("/", path));
        }
        place = place(events.getLocation());
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> {
                beginning = before;
                if (path.size() == DEPTH_MAX) {
                    throw new BankFileException(Fault.XML, place, "more than " + DEPTH_MAX + " elements in each other");
                }
                path.add(events.getLocalName());
            }
            case XMLStreamConstants.END_ELEMENT -> path.removeLast();
            case XMLStreamConstants.DTD -> throw new BankFileException(Fault.DOCUMENT_TYPE, place);
            case XMLStreamConstants.ENTITY_REFERENCE -> throw new BankFileException(Fault.XML, before, "an entity");
            default -> {}
        }
        return event;
    }

    private static Place place(Location location) {
        return new Place(Math.max(location.getLineNumber(), 0), Math.max(location.getColumnNumber(), 0));
    }

    private static BankFileException fault(StrictReader source, XMLStreamException e, String where) throws IOException {
        var failure = source.failure();
        if (failure != null) {
            throw failure;
        }
        var fault = source.fault();
        if (fault != null) {
            return fault;
        }
        var location = e.getLocation();
        var place = location == null ? Place.FILE : place(location);
        if (source.ended()) {
            return new BankFileException(Fault.TRUNCATED, place, where);
        }
        return new BankFileException(Fault.XML, place, message(e));
    }

    /** The parser's message without its place, which precedes it. */
    private static String message(XMLStreamException e) {
        var message = String.valueOf(e.getMessage());
        var text = PlainText.of(
                message.substring(message.indexOf("Message: ") < 0 ? 0 : message.indexOf("Message: ") + 9));
        return text == null ? "" : text.substring(0, Math.min(text.length(), MESSAGE_MAX));
    }
}
