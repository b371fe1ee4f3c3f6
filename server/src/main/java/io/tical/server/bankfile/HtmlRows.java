package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.Row.Cell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the tables of an HTML file, which some banks give the name {@code .xls}. Reads tags as they come, because these files are
 * not well formed; keeps one row in memory, and text alone.
 */
final class HtmlRows implements Rows {
    private static final int END = -1;
    private static final int NAME_MAX = 20;
    private static final int ENTITY_MAX = 10;
    private static final Map<String, String> ENTITIES =
            Map.of("amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'", "nbsp", "\u00A0");

    private final Characters characters;
    private final int textMax;
    private List<Cell> cells = new ArrayList<>();
    private @Nullable StringBuilder cell;
    private Place cellPlace = Place.FILE;
    private boolean rowOpen;
    private int tables;
    private int pushed = NONE;

    private static final int NONE = -2;

    HtmlRows(Characters characters, int textMax) {
        this.characters = characters;
        this.textMax = textMax;
    }

    @Override
    public Optional<Row> next() throws BankFileException, IOException {
        while (true) {
            var c = read();
            if (c == END) {
                if (tables > 0 || rowOpen) {
                    throw truncated("a table");
                }
                return Optional.empty();
            }
            if (c == '<') {
                var row = tag();
                if (row.isPresent()) {
                    return row;
                }
            } else if (c == '&') {
                entity();
            } else {
                append((char) c);
            }
        }
    }

    private int read() throws BankFileException, IOException {
        if (pushed != NONE) {
            var c = pushed;
            pushed = NONE;
            return c;
        }
        return characters.next();
    }

    private BankFileException truncated(String within) {
        return new BankFileException(Fault.TRUNCATED, characters.place(), within);
    }

    private Optional<Row> tag() throws BankFileException, IOException {
        var c = read();
        var end = c == '/';
        if (end) {
            c = read();
        }
        if (c == '!') {
            comment();
            return Optional.empty();
        }
        var name = new StringBuilder();
        while (name.length() < NAME_MAX && isNameCharacter(c)) {
            name.append((char) c);
            c = read();
        }
        if (name.isEmpty() && c != '?') {
            append('<');
            pushed = c;
            return Optional.empty();
        }
        skipAttributes(c);
        return end ? closed(name.toString()) : opened(name.toString().toLowerCase(Locale.ROOT));
    }

    private static boolean isNameCharacter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    private void skipAttributes(int first) throws BankFileException, IOException {
        var quote = NONE;
        for (int c = first; c != '>' || quote != NONE; c = read()) {
            if (c == END) {
                throw truncated("a tag");
            }
            if (quote == NONE && (c == '"' || c == '\'')) {
                quote = c;
            } else if (c == quote) {
                quote = NONE;
            }
        }
    }

    /** A comment ends with {@code -->}, a declaration with {@code >}. */
    private void comment() throws BankFileException, IOException {
        var c = read();
        var comment = c == '-';
        var dashes = 0;
        while (c != '>' || (comment && dashes < 2)) {
            if (c == END) {
                throw truncated("a comment");
            }
            dashes = c == '-' ? dashes + 1 : 0;
            c = read();
        }
    }

    private Optional<Row> opened(String name) throws BankFileException, IOException {
        switch (name) {
            case "table" -> tables++;
            case "tr" -> {
                var row = row();
                rowOpen = tables > 0;
                return row;
            }
            case "td", "th" -> {
                if (rowOpen) {
                    endCell();
                    cell = new StringBuilder();
                    cellPlace = characters.place();
                }
            }
            case "br", "p", "div" -> append(' ');
            case "script", "style" -> skipTo(name);
            default -> {}
        }
        return Optional.empty();
    }

    private Optional<Row> closed(String name) throws BankFileException {
        switch (name.toLowerCase(Locale.ROOT)) {
            case "td", "th" -> endCell();
            case "tr" -> {
                return row();
            }
            case "table" -> {
                tables = Math.max(0, tables - 1);
                return row();
            }
            default -> {}
        }
        return Optional.empty();
    }

    /** Skips the content of an element that is no text. */
    private void skipTo(String name) throws BankFileException, IOException {
        var end = "</" + name;
        var matched = 0;
        while (matched < end.length()) {
            var c = read();
            if (c == END) {
                throw truncated("a tag");
            }
            matched = Character.toLowerCase(c) == end.charAt(matched) ? matched + 1 : c == '<' ? 1 : 0;
        }
        skipAttributes(read());
    }

    private void endCell() throws BankFileException {
        if (cell != null && rowOpen) {
            if (cells.size() >= CELLS_MAX) {
                throw new BankFileException(Fault.ROW, cellPlace, "more than " + CELLS_MAX + " cells");
            }
            cells.add(new Cell(CellText.line(cell.toString()), cellPlace));
        }
        cell = null;
    }

    private Optional<Row> row() throws BankFileException {
        endCell();
        rowOpen = false;
        if (cells.isEmpty()) {
            return Optional.empty();
        }
        var row = new Row(cells);
        cells = new ArrayList<>();
        return Optional.of(row);
    }

    private void entity() throws BankFileException, IOException {
        var name = new StringBuilder();
        var c = read();
        while (name.length() < ENTITY_MAX && (isNameCharacter(c) || (c == '#' && name.isEmpty()))) {
            name.append((char) c);
            c = read();
        }
        var text = c == ';' ? decoded(name.toString()) : Optional.<String>empty();
        if (text.isEmpty()) {
            append('&');
            pushed = c;
        }
        var written = text.orElse(name.toString());
        for (int at = 0; at < written.length(); at++) {
            append(written.charAt(at));
        }
    }

    private static Optional<String> decoded(String name) {
        if (!name.startsWith("#")) {
            return Optional.ofNullable(ENTITIES.get(name));
        }
        var hexadecimal = name.startsWith("#x") || name.startsWith("#X");
        try {
            var code = Integer.parseInt(name.substring(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
            var valid = Character.isValidCodePoint(code) && (code < 0xD800 || code > 0xDFFF) && code >= ' ';
            return valid ? Optional.of(Character.toString(code)) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private void append(char c) throws BankFileException {
        if (cell == null) {
            return;
        }
        if (c < ' ' && c != '\t' && c != '\n') {
            throw new BankFileException(
                    Fault.FIELD_INVALID, characters.place(), "A character", String.format(Locale.ROOT, "U+%04X", (int)
                            c));
        }
        if (cell.length() >= textMax) {
            throw new BankFileException(Fault.FIELD_TOO_LONG, characters.place(), "A cell", Integer.toString(textMax));
        }
        cell.append(c);
    }

    @Override
    public void close() throws IOException {
        characters.close();
    }
}
