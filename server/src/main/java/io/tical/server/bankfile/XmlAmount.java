package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An amount of a message of ISO 20022, without its direction.
 *
 * @param currency null if the element has none, as the sums of a summary
 */
record XmlAmount(DecimalAmount amount, @Nullable String currency) {
    /** Reads the current element. */
    static XmlAmount read(XmlCursor cursor) throws BankFileException, IOException {
        var name = cursor.name();
        var place = cursor.place();
        var currency = cursor.attribute("Ccy");
        var text = cursor.code();
        if (text == null) {
            throw new BankFileException(Fault.FIELD_MISSING, place, name);
        }
        return new XmlAmount(DecimalAmount.unsigned(text, place), currency);
    }

    /** Reads the direction of an amount, the current element: whether it is a credit. */
    static boolean credit(XmlCursor cursor) throws BankFileException, IOException {
        return either(cursor, List.of("CRDT"), List.of("DBIT"));
    }

    /** Reads the current element: whether it is true. */
    static boolean flag(XmlCursor cursor) throws BankFileException, IOException {
        return either(cursor, List.of("true", "1"), List.of("false", "0"));
    }

    private static boolean either(XmlCursor cursor, List<String> yes, List<String> no)
            throws BankFileException, IOException {
        var name = cursor.name();
        var place = cursor.place();
        var text = Objects.requireNonNullElse(cursor.code(), "");
        if (!yes.contains(text) && !no.contains(text)) {
            throw new BankFileException(Fault.FIELD_INVALID, place, name, text);
        }
        return yes.contains(text);
    }
}
