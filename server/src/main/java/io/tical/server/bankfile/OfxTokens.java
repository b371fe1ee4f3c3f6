package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The tags and texts of an OFX file, in SGML or XML. */
final class OfxTokens {
    private static final int TAG_MAX = 1_000;
    private static final Pattern REFERENCE = Pattern.compile("&(?:#(\\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([a-z]{2,5}));");
    private static final Map<String, String> NAMED =
            Map.of("amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'", "nbsp", " ");

    private final StrictReader source;
    private final int textMax;
    private final char[] buffer = new char[8_192];
    private int next;
    private int limit;
    private int line = 1;
    private int column = 1;

    /**
     * @param ends whether it is an end tag
     * @param empty whether it ends itself, as in {@code <MEMO/>}
     */
    record Tag(String name, boolean ends, boolean empty, Place place) {}

    OfxTokens(StrictReader source, int textMax) {
        this.source = source;
        this.textMax = textMax;
    }

    /** Where reading stands. */
    Place place() {
        return new Place(line, column);
    }

    /**
     * The next tag; null at the end of the file.
     *
     * @param bare whether only blanks may stand before it
     */
    @Nullable
    Tag tag(boolean bare) throws BankFileException, IOException {
        var at = place();
        var before = text("the header");
        if (bare && before != null) {
            throw new BankFileException(Fault.XML, at, "text outside of a field");
        }
        if (peek(0) < 0) {
            return null;
        }
        var place = place();
        var tag = within(">", TAG_MAX).strip();
        var ends = tag.startsWith("/");
        var empty = tag.endsWith("/") && !ends;
        var name = tag.substring(ends ? 1 : 0, tag.length() - (empty ? 1 : 0)).strip();
        return new Tag(name.split("\\s", 2)[0].toUpperCase(Locale.ROOT), ends, empty, place);
    }

    /** The text up to the next tag; null if it is blank. */
    @Nullable
    String text(String field) throws BankFileException, IOException {
        var place = place();
        var text = new StringBuilder();
        var plain = new StringBuilder();
        while (peek(0) >= 0 && !isTag()) {
            if (text.length() + plain.length() > textMax) {
                throw new BankFileException(Fault.FIELD_TOO_LONG, place, field, String.valueOf(textMax));
            }
            if (peek(0) != '<' || (peek(1) != '!' && peek(1) != '?')) {
                plain.append((char) take());
            } else if (startsWith("<![CDATA[")) {
                text.append(decoded(plain)).append(within("]]>", textMax).substring("![CDATA[".length()));
                plain.setLength(0);
            } else if (startsWith("<!--")) {
                within("-->", textMax);
            } else if (startsWith("<?")) {
                within("?>", TAG_MAX);
            } else {
                throw new BankFileException(Fault.DOCUMENT_TYPE, place());
            }
        }
        return PlainText.of(text.append(decoded(plain)));
    }

    /** Whether a tag begins here: a character that only looks like one is text. */
    private boolean isTag() throws BankFileException, IOException {
        var after = peek(1);
        return peek(0) == '<' && (after == '/' || (after >= 'A' && after <= 'Z') || (after >= 'a' && after <= 'z'));
    }

    private boolean startsWith(String mark) throws BankFileException, IOException {
        for (var i = 0; i < mark.length(); i++) {
            if (peek(i) != mark.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** What stands between a {@code <} and the mark, both of which are taken. */
    private String within(String mark, int max) throws BankFileException, IOException {
        var place = place();
        take();
        var text = new StringBuilder();
        while (!startsWith(mark)) {
            if (peek(0) < 0) {
                throw new BankFileException(Fault.TRUNCATED, place(), "a tag");
            }
            if (text.length() == max) {
                throw new BankFileException(Fault.FIELD_TOO_LONG, place, "A tag", String.valueOf(max));
            }
            text.append((char) take());
        }
        for (var i = 0; i < mark.length(); i++) {
            take();
        }
        return text.toString();
    }

    /** With the characters that references stand for; what is no reference stays as it is. */
    private static String decoded(CharSequence text) {
        return REFERENCE.matcher(text).replaceAll(match -> Matcher.quoteReplacement(character(match)));
    }

    private static String character(MatchResult reference) {
        if (reference.group(3) != null) {
            return NAMED.getOrDefault(reference.group(3), reference.group());
        }
        var decimal = reference.group(1);
        var point = decimal == null ? Integer.parseInt(reference.group(2), 16) : Integer.parseInt(decimal);
        var isCharacter =
                Character.isDefined(point) && (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE);
        return isCharacter ? Character.toString(point) : reference.group();
    }

    /** The character so far ahead; negative at the end of the file. */
    private int peek(int ahead) throws BankFileException, IOException {
        while (limit - next <= ahead) {
            System.arraycopy(buffer, next, buffer, 0, limit - next);
            limit -= next;
            next = 0;
            var count = load();
            if (count < 0) {
                return -1;
            }
            limit += count;
        }
        return buffer[next + ahead];
    }

    private int load() throws BankFileException, IOException {
        try {
            return source.read(buffer, limit, buffer.length - limit);
        } catch (IOException e) {
            var fault = source.fault();
            if (fault != null) {
                throw fault;
            }
            throw e;
        }
    }

    private int take() throws BankFileException, IOException {
        var character = peek(0);
        if (character == '\n') {
            line++;
            column = 1;
        } else {
            column++;
        }
        next++;
        return character;
    }
}
