package io.tical.server.idempotency;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * JSON text as the number of its shape and its values. The shape is the text with a mark for each scalar value; those of the
 * answers that are recorded most have a number. This takes a third of the time of a compression.
 *
 * <p>The first byte is the number of the shape. Each value begins with a byte:
 * <ul>
 * <li>{@value #KNOWN} and more: a known value. The known values are common words and those that came before in this text.
 * <li>{@value #ID}: an id in quotes, 16 bytes.
 * <li>less: the number of bytes of the value, which follow.
 * </ul>
 *
 * <p>The files of shapes belong to the form: with changed lines, recorded answers could not be read. Further shapes come in a further file.
 *
 * @param shape the text with {@link PackedAnswer#MARK} for each value
 */
record ShapedAnswer(String shape, List<String> values) {
    private static final int ID = 127;
    private static final int KNOWN = 128;
    private static final int KNOWN_MAX = 128;
    private static final int QUOTED_ID_CHARACTERS = 38;

    /** The files in their order, which gives the shapes their numbers. */
    static final List<String> FILES = List.of("answers-2.shapes", "answers-3.shapes");

    /** The first line has the common words; each other one is an answer of the shape of its number. */
    private static final List<ShapedAnswer> LINES = FILES.stream()
            .flatMap(file -> new String(PackedAnswer.resource(file), StandardCharsets.ISO_8859_1).lines())
            .map(ShapedAnswer::of)
            .toList();

    private static final Map<String, Integer> WORDS = numbers(LINES.getFirst().values());
    private static final Map<String, Integer> SHAPES =
            numbers(LINES.stream().map(ShapedAnswer::shape).toList());

    private static Map<String, Integer> numbers(List<String> of) {
        return IntStream.range(0, of.size()).boxed().collect(Collectors.toMap(of::get, Function.identity()));
    }

    /** Splits a text into its shape and its values. */
    private static ShapedAnswer of(String text) {
        var shape = new StringBuilder(text.length());
        var values = new ArrayList<String>();
        for (int from = 0, to; from < text.length(); from = to) {
            to = end(text, from);
            var name = to < text.length() && text.charAt(to) == ':';
            if (name || punctuation(text.charAt(from))) {
                shape.append(text, from, to);
            } else {
                shape.append(PackedAnswer.MARK);
                values.add(text.substring(from, to));
            }
        }
        return new ShapedAnswer(shape.toString(), values);
    }

    private static boolean punctuation(char one) {
        return one == ',' || one == ':' || one == '{' || one == '}' || one == '[' || one == ']';
    }

    /** The end of the text's token that begins there: a string, punctuation, or another value. */
    private static int end(String text, int from) {
        var at = from + 1;
        if (text.charAt(from) == '"') {
            at = text.indexOf('"', at);
            while (at > 0 && text.charAt(at - 1) == '\\') {
                at = text.indexOf('"', at + 1);
            }
            return at < 0 ? text.length() : at + 1;
        }
        while (!punctuation(text.charAt(at - 1)) && at < text.length() && !punctuation(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** Returns false if the shape is unknown or a value is too long; what was written until then is invalid. */
    static boolean pack(String text, ByteBuffer out) {
        var answer = of(text);
        var number = SHAPES.get(answer.shape());
        return number != null && answer.pack(out.put((byte) (int) number));
    }

    private boolean pack(ByteBuffer out) {
        var earlier = new HashMap<String, Integer>();
        for (var value : values) {
            var known = WORDS.getOrDefault(value, earlier.get(value));
            if (known != null) {
                out.put((byte) (KNOWN + known));
                continue;
            }
            if (earlier.size() < KNOWN_MAX - WORDS.size()) {
                earlier.put(value, WORDS.size() + earlier.size());
            }
            var id = id(value);
            if (id != null) {
                out.put((byte) ID).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
            } else if (value.length() < ID) {
                out.put((byte) value.length()).put(value.getBytes(StandardCharsets.ISO_8859_1));
            } else {
                return false;
            }
        }
        return true;
    }

    static String unpack(ByteBuffer packed) {
        var number = packed.get();
        if (number >= LINES.size()) {
            throw new IllegalStateException("a recorded answer has shape " + number
                    + ", which this version does not know; a newer version wrote it");
        }
        var shape = LINES.get(number).shape();
        var known = new ArrayList<>(LINES.getFirst().values());
        var text = new StringBuilder(2 * shape.length());
        for (int i = 0; i < shape.length(); i++) {
            if (shape.charAt(i) == PackedAnswer.MARK) {
                text.append(value(packed, known));
            } else {
                text.append(shape.charAt(i));
            }
        }
        return text.toString();
    }

    private static String value(ByteBuffer packed, List<String> known) {
        var first = Byte.toUnsignedInt(packed.get());
        if (first >= KNOWN) {
            return known.get(first - KNOWN);
        }
        var value = first == ID ? "\"" + new UUID(packed.getLong(), packed.getLong()) + "\"" : text(packed, first);
        known.add(value);
        return value;
    }

    private static String text(ByteBuffer packed, int length) {
        var bytes = new byte[length];
        packed.get(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** The id in quotes in its canonical form, or null. */
    private static @Nullable UUID id(String value) {
        if (value.length() != QUOTED_ID_CHARACTERS || value.charAt(9) != '-') {
            return null;
        }
        try {
            var id = UUID.fromString(value.substring(1, QUOTED_ID_CHARACTERS - 1));
            return value.equals("\"" + id + "\"") ? id : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
