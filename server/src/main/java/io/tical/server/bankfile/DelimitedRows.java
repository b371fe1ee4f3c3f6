package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.Row.Cell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;

/** Rows with cells between delimiters, quoted as in RFC 4180. */
final class DelimitedRows implements Rows {
    private static final int END = -1;

    private final Characters characters;
    private final char delimiter;
    private final int textMax;

    DelimitedRows(Characters characters, char delimiter, int textMax) {
        this.characters = characters;
        this.delimiter = delimiter;
        this.textMax = textMax;
    }

    @Override
    public Optional<Row> next() throws BankFileException, IOException {
        var before = characters.place();
        var c = characters.next();
        if (c == END) {
            return Optional.empty();
        }
        var cells = new ArrayList<Cell>();
        var place = new Place(before.line(), before.column() + 1);
        var text = new StringBuilder();
        while (true) {
            if (c == '"' && isBlank(text)) {
                text.setLength(0);
                c = quoted(text);
                if (c != delimiter && c != '\n' && c != END) {
                    throw new BankFileException(Fault.ROW, place, "a quoted cell is followed by text");
                }
            }
            if (c == delimiter || c == '\n' || c == END) {
                cells.add(new Cell(text.toString(), place));
                if (c != delimiter) {
                    return Optional.of(new Row(cells));
                }
                if (cells.size() >= CELLS_MAX) {
                    throw new BankFileException(Fault.ROW, place, "more than " + CELLS_MAX + " cells");
                }
                place = new Place(characters.place().line(), characters.place().column() + 1);
                text = new StringBuilder();
            } else {
                append(text, c);
            }
            c = characters.next();
        }
    }

    /** Reads to the end of a quoted cell, and returns what follows. */
    private int quoted(StringBuilder text) throws BankFileException, IOException {
        var place = characters.place();
        while (true) {
            var c = characters.next();
            if (c == END) {
                throw new BankFileException(Fault.TRUNCATED, place, "a quoted cell");
            }
            if (c == '"') {
                c = characters.next();
                if (c != '"') {
                    return c;
                }
            }
            append(text, c);
        }
    }

    private static boolean isBlank(StringBuilder text) {
        return text.chars().allMatch(c -> c == ' ');
    }

    private void append(StringBuilder text, int c) throws BankFileException {
        if (c < ' ' && c != '\t' && c != '\n') {
            throw new BankFileException(
                    Fault.FIELD_INVALID, characters.place(), "A character", String.format(Locale.ROOT, "U+%04X", c));
        }
        if (text.length() >= textMax) {
            throw new BankFileException(Fault.FIELD_TOO_LONG, characters.place(), "A cell", Integer.toString(textMax));
        }
        text.append((char) c);
    }

    @Override
    public void close() throws IOException {
        characters.close();
    }
}
