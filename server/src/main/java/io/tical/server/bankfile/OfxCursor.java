package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads an OFX file forward, in both of its forms: SGML, whose fields have no end tag, and XML; and what banks write between
 * them. Groups are those of the standard's names and must be closed; everything else is a field.
 */
final class OfxCursor {
    private static final int DEPTH_MAX = 40;
    /** Characters of identifiers and codes, as the standard limits them. */
    private static final int CODE_MAX = 255;

    private static final Set<String> GROUPS = Set.of(
            "OFX",
            "SIGNONMSGSRSV1",
            "SONRS",
            "STATUS",
            "FI",
            "BANKMSGSRSV1",
            "CREDITCARDMSGSRSV1",
            "STMTTRNRS",
            "CCSTMTTRNRS",
            "STMTRS",
            "CCSTMTRS",
            "BANKACCTFROM",
            "CCACCTFROM",
            "BANKTRANLIST",
            "BANKTRANLISTP",
            "STMTTRN",
            "STMTTRNP",
            "LEDGERBAL",
            "AVAILBAL",
            "BALLIST",
            "BAL",
            "PAYEE",
            "EXTDPAYEE",
            "BANKACCTTO",
            "CCACCTTO",
            "CURRENCY",
            "ORIGCURRENCY",
            "IMAGEDATA");

    private final OfxTokens tokens;
    private final List<String> path = new ArrayList<>();

    private String name = "";
    private Place place = new Place(1, 1);
    private boolean group;
    private boolean endsAtOnce;

    @Nullable
    private String value;

    /** Reads a group or a field; what it leaves of a group is passed over. */
    @FunctionalInterface
    interface Part {
        void read(String name) throws BankFileException, IOException;
    }

    OfxCursor(OfxTokens tokens) {
        this.tokens = tokens;
    }

    private enum Event {
        BEGIN,
        END,
        FIELD,
        DONE
    }

    /** Reads the groups of the file, which is at its beginning. */
    void file(Part part) throws BankFileException, IOException {
        read(0, part);
    }

    /** Reads the current group to its end; a field has no parts. */
    void children(Part part) throws BankFileException, IOException {
        if (isGroup()) {
            read(path.size(), part);
        }
    }

    private void read(int depth, Part part) throws BankFileException, IOException {
        while (true) {
            var event = advance();
            if (event == Event.DONE || path.size() < depth) {
                return;
            }
            if (event != Event.END) {
                part.read(name);
                while (path.size() > depth) {
                    advance();
                }
            }
        }
    }

    /** Whether the current part is a group. */
    boolean isGroup() {
        return group;
    }

    /** Where the current part begins. */
    Place place() {
        return place;
    }

    /** Of the current field, which holds an identifier or a code; null if it is empty. */
    @Nullable
    String code() throws BankFileException {
        if (value != null && value.length() > CODE_MAX) {
            throw new BankFileException(Fault.FIELD_TOO_LONG, place, name, String.valueOf(CODE_MAX));
        }
        return value;
    }

    /** Of the current field; null if it is empty. */
    @Nullable
    String value() {
        return value;
    }

    private Event advance() throws BankFileException, IOException {
        while (true) {
            if (endsAtOnce) {
                endsAtOnce = false;
                path.removeLast();
                return Event.END;
            }
            var tag = tokens.tag(!path.isEmpty());
            if (tag == null) {
                if (!path.isEmpty()) {
                    throw new BankFileException(Fault.TRUNCATED, tokens.place(), String.join("/", path));
                }
                return Event.DONE;
            }
            if (!tag.ends()) {
                return begin(tag);
            }
            // The end of a field says nothing.
            if (GROUPS.contains(tag.name())) {
                end(tag);
                return Event.END;
            }
        }
    }

    private Event begin(OfxTokens.Tag tag) throws BankFileException, IOException {
        name = tag.name();
        place = tag.place();
        group = GROUPS.contains(name);
        if (!group) {
            value = tag.empty() ? null : tokens.text(name);
            return Event.FIELD;
        }
        if (path.size() == DEPTH_MAX) {
            throw new BankFileException(Fault.XML, place, "more than " + DEPTH_MAX + " elements in each other");
        }
        value = null;
        path.add(name);
        endsAtOnce = tag.empty();
        return Event.BEGIN;
    }

    private void end(OfxTokens.Tag tag) throws BankFileException {
        if (path.isEmpty() || !path.getLast().equals(tag.name())) {
            throw new BankFileException(
                    Fault.XML, tag.place(), "</" + tag.name() + "> ends what does not begin, or not all of it");
        }
        path.removeLast();
        group = false;
    }
}
