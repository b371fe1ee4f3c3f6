package io.tical.server.http;

import io.tical.server.problem.Problem;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds a file in a {@code multipart/form-data} body (RFC 7578) without copying it. */
public final class Multipart {
    private static final int PARTS_MAX = 32;

    private static final int PART_HEADER_BYTES_MAX = 8 * 1024;
    private static final byte[] LINE = {'\r', '\n'};
    private static final byte[] END_OF_HEADERS = {'\r', '\n', '\r', '\n'};

    /**
     * RFC 2046, section 5.1.1: 1 to 70 characters, quoted if they are not a token. Old clients send {@code ===1656457491496===} without
     * quotes, so an unquoted boundary ends at a space or a semicolon.
     */
    private static final Pattern BOUNDARY = Pattern.compile(
            "(?i)multipart/form-data[ \t]*;(?:[^\"]*;)?[ \t]*boundary=(?:\"([0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-])\"|([^\";, \t\\x00-\\x1F\\x7F-\\uFFFF][^\"; \t\\x00-\\x1F\\x7F-\\uFFFF]{0,69}))[ \t]*(?:;.*)?");

    /** A header that continues in the next line, as old libraries write it. */
    private static final Pattern FOLD = Pattern.compile("\r\n[ \t]+");

    /** One parameter of a header. Quoted values, such as file names, may have any character. */
    private static final Pattern PARAMETER =
            Pattern.compile("\\G[^;\"]*;[ \t]*([A-Za-z*-]{1,32})=(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^\"; \t]*+))");

    private Multipart() {}

    /**
     * Returns the boundary in a {@code Content-Type}.
     *
     * @throws Problem.UnsupportedMedia if it is not a multipart form
     * @throws Problem.BadRequest {@code MULTIPART_INVALID} if it has no boundary
     */
    public static String boundary(String contentType) {
        if (!contentType.toLowerCase(Locale.ROOT).startsWith("multipart/form-data")) {
            throw new Problem.UnsupportedMedia("Send the file as a form: Content-Type: multipart/form-data");
        }
        var boundary = BOUNDARY.matcher(contentType.strip());
        if (!boundary.matches()) {
            throw invalid("Content-Type has no boundary");
        }
        return boundary.group(1) == null ? boundary.group(2) : boundary.group(1);
    }

    /**
     * The position of a file in a form.
     *
     * @param from the index of its first byte
     * @param length in bytes, at least 1
     */
    public record Part(int from, int length) {}

    /**
     * Finds the file in a field.
     *
     * @param body the whole form, from 0 to its limit
     * @throws Problem.Invalid if the field is missing, repeated or empty
     * @throws Problem.TooLarge if the file is larger than {@code bytesMax}
     * @throws Problem.BadRequest {@code MULTIPART_INVALID} if the form is malformed
     */
    public static Part file(ByteBuffer body, String boundary, String field, int bytesMax) {
        var delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        // The first delimiter may be at the very beginning, without a preceding line break.
        var at = startsWith(body, 0, delimiter, 2) ? delimiter.length - 2 : after(body, 0, delimiter);
        Part found = null;
        for (int parts = 0; !startsWith(body, at, new byte[] {'-', '-'}, 0); parts++) {
            if (parts == PARTS_MAX) {
                throw invalid("The form has more than " + PARTS_MAX + " parts");
            }
            var headers = afterPadding(body, at);
            // A part without headers begins with an empty line.
            var content = after(body, headers - LINE.length, END_OF_HEADERS);
            var end = indexOf(body, content - LINE.length, delimiter);
            if (end < 0 || content - headers > PART_HEADER_BYTES_MAX) {
                throw invalid("A part of the form does not end");
            }
            if (field.equals(name(body, headers, content))) {
                if (found != null) {
                    throw new Problem.Invalid(field, "repeated", "is repeated; send one file");
                }
                found = new Part(content, Math.max(0, end - content));
            }
            at = end + delimiter.length;
        }
        if (found == null) {
            throw new Problem.Invalid(field, "required", "is required: send the file in the form field " + field);
        }
        if (found.length() == 0) {
            throw new Problem.Invalid(field, "required", "is an empty file");
        }
        if (found.length() > bytesMax) {
            throw new Problem.TooLarge(bytesMax);
        }
        return found;
    }

    /** The field name of a part, or null. */
    private static @Nullable String name(ByteBuffer body, int headers, int content) {
        var text = StandardCharsets.UTF_8
                .decode(body.slice(headers, content - headers))
                .toString();
        for (var header : FOLD.matcher(text).replaceAll(" ").split("\r\n")) {
            var colon = header.indexOf(':');
            if (colon > 0 && header.substring(0, colon).strip().equalsIgnoreCase("Content-Disposition")) {
                return PARAMETER
                        .matcher(header.substring(colon + 1))
                        .results()
                        .filter(parameter -> parameter.group(1).equalsIgnoreCase("name"))
                        .map(parameter -> parameter.group(2) == null ? parameter.group(3) : parameter.group(2))
                        .findFirst()
                        .orElse(null);
            }
        }
        return null;
    }

    /** The start of the line after a delimiter, which spaces and tabs may follow. */
    private static int afterPadding(ByteBuffer body, int at) {
        var next = at;
        while (next < body.limit() && (body.get(next) == ' ' || body.get(next) == '\t')) {
            next++;
        }
        if (!startsWith(body, next, LINE, 0)) {
            throw invalid("A boundary is not followed by a line break");
        }
        return next + LINE.length;
    }

    private static int after(ByteBuffer body, int from, byte[] sought) {
        var at = indexOf(body, from, sought);
        if (at < 0) {
            throw invalid("The form is incomplete, or its boundary differs from the Content-Type");
        }
        return at + sought.length;
    }

    /** Searches with Horspool's algorithm, which reads few bytes of a large file. */
    private static int indexOf(ByteBuffer body, int from, byte[] sought) {
        var last = sought.length - 1;
        var steps = new int[256];
        Arrays.fill(steps, sought.length);
        for (int i = 0; i < last; i++) {
            steps[sought[i] & 0xFF] = last - i;
        }
        for (int at = from; at + last < body.limit(); at += steps[body.get(at + last) & 0xFF]) {
            if (body.get(at + last) == sought[last] && startsWith(body, at, sought, 0)) {
                return at;
            }
        }
        return -1;
    }

    /** Whether the sought bytes, without the first {@code skipped}, are at this position. */
    private static boolean startsWith(ByteBuffer body, int at, byte[] sought, int skipped) {
        var length = sought.length - skipped;
        return at + length <= body.limit() && body.slice(at, length).equals(ByteBuffer.wrap(sought, skipped, length));
    }

    private static Problem.BadRequest invalid(String what) {
        return new Problem.BadRequest("MULTIPART_INVALID", what + "; send a multipart form, for example with curl -F");
    }
}
