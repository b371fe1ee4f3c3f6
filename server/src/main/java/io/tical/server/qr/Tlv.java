package io.tical.server.qr;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A field of a payment QR code: an id of two digits, a length of two digits, and the value. Fields can be nested.
 *
 * @param id two digits
 * @param value 1 to 99 characters
 */
public record Tlv(String id, String value) {
    public static final int VALUE_CHARACTERS_MAX = 99;

    private static final int HEADER_CHARACTERS = 4;

    /** @throws IllegalArgumentException when the id is not two digits, or the value does not have 1 to 99 characters */
    public Tlv {
        if (id.length() != 2 || number(id, 0) < 0) {
            throw new IllegalArgumentException("the id of a field has two digits, not " + id);
        }
        if (value.isEmpty() || value.length() > VALUE_CHARACTERS_MAX) {
            throw new IllegalArgumentException("the value of a field has 1 to 99 characters, not " + value.length());
        }
    }

    /** A field with nested fields. */
    static Tlv of(String id, List<Tlv> fields) {
        return new Tlv(id, written(fields));
    }

    static String written(List<Tlv> fields) {
        var text = new StringBuilder();
        for (var field : fields) {
            var length = field.value.length();
            text.append(field.id).append((char) ('0' + length / 10)).append((char) ('0' + length % 10));
            text.append(field.value);
        }
        return text.toString();
    }

    /** Decodes the fields of a text in order; empty if the text is malformed or repeats a field. */
    public static Optional<List<Tlv>> read(String text) {
        var fields = new ArrayList<Tlv>();
        for (int at = 0; at < text.length(); ) {
            if (text.length() - at < HEADER_CHARACTERS) {
                return Optional.empty();
            }
            var end = at + HEADER_CHARACTERS + number(text, at + 2);
            if (number(text, at) < 0 || end <= at + HEADER_CHARACTERS || end > text.length()) {
                return Optional.empty();
            }
            var id = text.substring(at, at + 2);
            if (value(fields, id).isPresent()) {
                return Optional.empty();
            }
            fields.add(new Tlv(id, text.substring(at + HEADER_CHARACTERS, end)));
            at = end;
        }
        return fields.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(fields));
    }

    public static Optional<String> value(List<Tlv> fields, String id) {
        return fields.stream()
                .filter(field -> field.id.equals(id))
                .map(Tlv::value)
                .findFirst();
    }

    /** Two digits of a text as a number; a large negative number if they are not digits, so that no index results. */
    private static int number(String text, int at) {
        var tens = text.charAt(at) - '0';
        var ones = text.charAt(at + 1) - '0';
        return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1_000_000 : tens * 10 + ones;
    }
}
