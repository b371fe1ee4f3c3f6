package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.XmlCursor.Child;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the messages of an ISO 20022 file by their elements, whatever the prefixes, the namespace, and what is around them. */
final class XmlEnvelope {
    private static final String STANDARD = "urn:iso:std:iso:20022:tech:xsd:";
    private static final Pattern MESSAGE = Pattern.compile("([a-z]{4}\\.\\d{3})\\.\\d{3}\\.(\\d{2})");
    /** Elements around a message. */
    private static final int DEPTH_MAX = 4;

    private final XmlCursor cursor;
    private final Set<String> elements;
    private final Pattern types;
    private final Fault other;
    private final Child message;
    private int messages;

    private XmlEnvelope(XmlCursor cursor, Set<String> elements, Pattern types, Fault other, Child message) {
        this.cursor = cursor;
        this.elements = elements;
        this.types = types;
        this.other = other;
        this.message = message;
    }

    /**
     * Reads the whole file from its root, and passes each message.
     *
     * @param elements of the messages
     * @param types of the messages as the standard names them, such as {@code camt.053}
     * @param other the fault of a message of another type
     * @return how many there are
     */
    static int read(XmlCursor cursor, Set<String> elements, Pattern types, Fault other, Child message)
            throws BankFileException, IOException {
        var envelope = new XmlEnvelope(cursor, elements, types, other, message);
        envelope.element(cursor.name(), DEPTH_MAX);
        cursor.end();
        return envelope.messages;
    }

    private void element(String name, int depth) throws BankFileException, IOException {
        if (elements.contains(name)) {
            messages++;
            message.read(name);
        } else if (!name.equals("AppHdr")) {
            refuseOther();
            if (depth > 0) {
                cursor.children(child -> element(child, depth - 1));
            }
        }
    }

    private void refuseOther() throws BankFileException {
        var matcher = MESSAGE.matcher(cursor.namespace());
        if (matcher.find() && !types.matcher(matcher.group(1)).matches()) {
            throw new BankFileException(other, cursor.place(), matcher.group());
        }
    }

    /**
     * The type of a message, by its element, with the version that its namespace names.
     *
     * @param versions that are known
     */
    static String format(XmlCursor cursor, String type, Pattern types, Set<String> versions, Notices notices) {
        var namespace = cursor.namespace();
        var version = version(namespace, types);
        var format = version == null ? type : type + ".001." + version;
        if (!namespace.equals(STANDARD + format)) {
            notices.add(
                    Notice.Kind.NAMESPACE, cursor.place(), namespace.substring(0, Math.min(namespace.length(), 200)));
        }
        if (version == null || !versions.contains(version)) {
            notices.add(Notice.Kind.VERSION_READ_LENIENTLY, cursor.place(), format);
        }
        return format;
    }

    private static @Nullable String version(String namespace, Pattern types) {
        var matcher = MESSAGE.matcher(namespace);
        return matcher.find() && types.matcher(matcher.group(1)).matches() ? matcher.group(2) : null;
    }
}
