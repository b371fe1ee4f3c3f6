package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a file of SWIFT messages into fields. A line of a text may look like a field, so within the text of an entry only those fields
 * count that may follow it and whose content has their form.
 */
final class MtTokens implements AutoCloseable {
    private static final Pattern TAG = Pattern.compile(":([0-9]{2}[A-Z]?):(.*)", Pattern.DOTALL);
    private static final Pattern TYPE = Pattern.compile("\\{2:[IO]([0-9]{3})");
    private static final String TEXT_BLOCK = "{4:";
    private static final Set<String> TAGS = Set.of(
            "20", "21", "25", "25P", "28", "28C", "60F", "60M", "61", "86", "62F", "62M", "64", "65", "34F", "13",
            "13D", "90C", "90D", "NS");
    private static final Set<String> INTRADAY = Set.of("34F", "13", "13D", "90C", "90D");
    private static final Set<String> SEVERAL_LINES = Set.of("20", "21", "25", "25P", "61", "86");
    private static final Pattern ENTRY = Pattern.compile("[0-9]{6}([0-9]{4})?[A-Z]{1,3}-?[0-9]+,.*", Pattern.DOTALL);
    private static final Pattern BALANCE = Pattern.compile("[CD][0-9]{6}[A-Z]{3}[0-9]+,.*", Pattern.DOTALL);
    private static final Pattern SUM = Pattern.compile("[0-9]{1,5}[A-Z]{3}[0-9]+,.*", Pattern.DOTALL);
    private static final int LINES_MAX = 200;
    private static final int END = -1;

    private final Characters characters;
    private final int textMax;
    private final ArrayDeque<Token> ready = new ArrayDeque<>();
    private final StringBuilder header = new StringBuilder();
    private @Nullable Field open;
    private boolean any;
    private boolean inMessage;
    private boolean framed;
    private boolean intraday;
    private boolean closed;
    private boolean ended;

    sealed interface Token {
        Place place();
    }

    /** @param lines without the tag, at least one */
    record Field(String tag, List<String> lines, Place place) implements Token {
        String line() {
            return lines.getFirst();
        }
    }

    /** The end of a message. */
    record End(Place place) implements Token {}

    MtTokens(Characters characters, int textMax) {
        this.characters = characters;
        this.textMax = textMax;
    }

    /** @throws BankFileException if the file is no message, or another than a statement */
    Optional<Token> next() throws BankFileException, IOException {
        while (ready.isEmpty() && !ended) {
            var place = new Place(characters.place().line(), 1);
            var line = line();
            if (line.isPresent()) {
                add(line.get(), place);
            } else {
                ended = true;
                end(place);
            }
        }
        return Optional.ofNullable(ready.poll());
    }

    private void end(Place place) throws BankFileException {
        if (!any) {
            throw new BankFileException(Fault.NOT_A_STATEMENT, Place.FILE);
        }
        if (!header.isEmpty() || (inMessage && framed)) {
            throw new BankFileException(Fault.TRUNCATED, place, "a message");
        }
        closeField();
        if (inMessage) {
            ready.add(new End(place));
        }
    }

    /** The next line without control characters; empty at the end. */
    private Optional<String> line() throws BankFileException, IOException {
        var line = new StringBuilder();
        var c = characters.next();
        if (c == END) {
            return Optional.empty();
        }
        while (c != END && c != '\n') {
            if (line.length() >= textMax) {
                throw new BankFileException(
                        Fault.FIELD_TOO_LONG, characters.place(), "A line", Integer.toString(textMax));
            }
            if (c >= ' ') {
                line.append((char) c);
            }
            c = characters.next();
        }
        return Optional.of(line.toString());
    }

    private void add(String line, Place place) throws BankFileException {
        if (!inMessage && (!header.isEmpty() || line.startsWith("{"))) {
            header(line, place);
            return;
        }
        if (line.isBlank() && !inText()) {
            return;
        }
        if ((line.equals("-") || line.startsWith("-}")) && (!inText() || closed || intraday)) {
            endMessage(place);
            if (line.length() > 2 && line.indexOf('{') > 0) {
                header(line.substring(line.indexOf('{')), place);
            }
            return;
        }
        var tag = TAG.matcher(line);
        if (tag.matches() && startsField(tag)) {
            begin(tag.group(1), tag.group(2), place);
        } else {
            continueField(line, place);
        }
    }

    /** Adds to the blocks before the text of a message. */
    private void header(String line, Place place) throws BankFileException {
        header.append(line);
        if (header.length() > textMax) {
            throw new BankFileException(Fault.FIELD_TOO_LONG, place, "A block", Integer.toString(textMax));
        }
        var text = header.indexOf(TEXT_BLOCK);
        if (text < 0) {
            if (!header.toString().contains("{1:") && header.charAt(header.length() - 1) == '}') {
                header.setLength(0);
            }
            return;
        }
        var blocks = header.substring(0, text);
        var rest = header.substring(text + TEXT_BLOCK.length());
        header.setLength(0);
        var type = TYPE.matcher(blocks);
        if (type.find() && !Set.of("940", "942", "950").contains(type.group(1))) {
            throw new BankFileException(Fault.MESSAGE_UNSUPPORTED, place, "MT" + type.group(1));
        }
        startMessage();
        framed = true;
        if (!rest.isBlank()) {
            add(rest, place);
        }
    }

    private void startMessage() {
        any = true;
        inMessage = true;
        framed = false;
        intraday = false;
        closed = false;
    }

    private void endMessage(Place place) {
        closeField();
        if (inMessage) {
            ready.add(new End(place));
        }
        inMessage = false;
    }

    private boolean inText() {
        return open != null && open.tag().equals("86");
    }

    private boolean startsField(Matcher line) {
        var tag = line.group(1);
        var content = line.group(2);
        if (!TAGS.contains(tag)) {
            return false;
        }
        if (!inText()) {
            return true;
        }
        return switch (tag) {
            case "61" -> !closed && ENTRY.matcher(content).matches();
            case "86" -> true;
            case "62F", "62M" -> !closed && BALANCE.matcher(content).matches();
            case "64", "65" -> closed && BALANCE.matcher(content).matches();
            case "90C", "90D" -> SUM.matcher(content).matches();
            case "20" -> closed || intraday;
            default -> false;
        };
    }

    private void begin(String tag, String content, Place place) {
        closeField();
        if (tag.equals("20") && (!inMessage || !framed || closed)) {
            if (inMessage) {
                endMessage(place);
            }
            startMessage();
        }
        intraday |= INTRADAY.contains(tag);
        closed |= tag.startsWith("62");
        var lines = new ArrayList<String>();
        lines.add(content);
        open = new Field(tag, lines, place);
    }

    private void continueField(String line, Place place) throws BankFileException {
        if (open == null || !SEVERAL_LINES.contains(open.tag())) {
            if (!any) {
                throw new BankFileException(Fault.NOT_A_STATEMENT, place);
            }
            var shown = line.length() > 80 ? line.substring(0, 80) : line;
            throw new BankFileException(Fault.FIELD_INVALID, place, "A line", shown);
        }
        var lines = open.lines();
        var length = line.length() + lines.stream().mapToInt(String::length).sum();
        if (lines.size() >= LINES_MAX || length > textMax) {
            throw new BankFileException(Fault.FIELD_TOO_LONG, place, ":" + open.tag() + ":", Integer.toString(textMax));
        }
        lines.add(line);
    }

    private void closeField() {
        if (open != null) {
            ready.add(open);
        }
        open = null;
    }

    @Override
    public void close() throws IOException {
        characters.close();
    }
}
