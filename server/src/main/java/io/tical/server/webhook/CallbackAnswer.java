package io.tical.server.webhook;

import io.tical.server.webhook.Failure.Malformed;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads an HTTP/1 response: the status and at most 1,024 bytes of the body. All parts are limited in size. The status
 * and complete headers suffice for a response, because the body is ignored.
 */
final class CallbackAnswer {
    static final int EXCERPT_BYTES_MAX = 1_024;

    /** The maximum size of status lines, headers and chunk sizes. */
    static final int FRAMING_BYTES_MAX = 16 * 1_024;

    private static final int INTERIM_MAX = 8;
    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2})(?: .*)?");
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");
    private static final Pattern CHUNK_SIZE = Pattern.compile("([0-9a-fA-F]{1,15})[ \t]*(?:;.*)?");

    private final InputStream in;
    private final byte[] buffer = new byte[2_048];
    private int position;
    private int limit;
    private int framingBytes;

    private long length = -1;
    private boolean encoded;
    private boolean chunked;

    CallbackAnswer(InputStream in) {
        this.in = in;
    }

    /**
     * Reads the response.
     *
     * @throws Malformed if it is malformed
     * @throws EOFException if it ends before its body
     */
    Outcome.Answered read() throws IOException {
        var status = head();
        for (int interim = 0; status < 200; interim++) {
            if (status == 101 || interim == INTERIM_MAX) {
                throw new Malformed("an interim answer that was not asked for");
            }
            status = head();
        }
        var body = new ByteArrayOutputStream(EXCERPT_BYTES_MAX);
        var whole = status == 204 || status == 304 || wholly(body);
        return new Outcome.Answered(status, Excerpt.of(body.toByteArray(), whole));
    }

    private int head() throws IOException {
        length = -1;
        encoded = false;
        chunked = false;
        var status = STATUS_LINE.matcher(line());
        if (!status.matches()) {
            throw new Malformed("no status line");
        }
        for (var line = line(); !line.isEmpty(); line = line()) {
            header(line);
        }
        return Integer.parseInt(status.group(1));
    }

    private void header(String line) throws Malformed {
        if (line.startsWith(" ") || line.startsWith("\t")) {
            // A folded line continues a header that is not used.
            return;
        }
        var colon = line.indexOf(':');
        if (colon < 1 || !line.chars().limit(colon).allMatch(CallbackSender::token)) {
            throw new Malformed("a header without a name");
        }
        var value = line.substring(colon + 1).strip();
        switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
            case "content-length" -> {
                if (!LENGTH.matcher(value).matches() || (length >= 0 && length != Long.parseLong(value))) {
                    throw new Malformed("a wrong length");
                }
                length = Long.parseLong(value);
            }
            case "transfer-encoding" -> {
                encoded = true;
                chunked = value.toLowerCase(Locale.ROOT).endsWith("chunked");
            }
            default -> {}
        }
    }

    // spec, Delivery rule 1: the status acknowledges, the body is ignored.
    private boolean wholly(ByteArrayOutputStream body) {
        try {
            return body(body);
        } catch (IOException brokenOff) {
            return false;
        }
    }

    /** Reads the body. Returns whether it was read completely. */
    private boolean body(ByteArrayOutputStream body) throws IOException {
        if (chunked) {
            return chunks(body);
        }
        if (length < 0 || encoded) {
            while (body.size() < EXCERPT_BYTES_MAX && (position < limit || fill())) {
                take(body, EXCERPT_BYTES_MAX);
            }
            return body.size() < EXCERPT_BYTES_MAX;
        }
        exactly(body, length);
        return length <= EXCERPT_BYTES_MAX;
    }

    private boolean chunks(ByteArrayOutputStream body) throws IOException {
        while (body.size() < EXCERPT_BYTES_MAX) {
            var size = CHUNK_SIZE.matcher(line());
            if (!size.matches()) {
                throw new Malformed("no size of a chunk");
            }
            var bytes = Long.parseLong(size.group(1), 16);
            if (bytes == 0) {
                return true;
            }
            exactly(body, bytes);
            if (body.size() < EXCERPT_BYTES_MAX && !line().isEmpty()) {
                throw new Malformed("a chunk longer than its size");
            }
        }
        return false;
    }

    /** Reads the given number of bytes, up to the limit of the excerpt. */
    private void exactly(ByteArrayOutputStream body, long bytes) throws IOException {
        var end = Math.min(EXCERPT_BYTES_MAX, body.size() + bytes);
        while (body.size() < end) {
            if (position == limit && !fill()) {
                throw new EOFException();
            }
            take(body, end);
        }
    }

    private void take(ByteArrayOutputStream body, long end) {
        var taken = (int) Math.min(limit - position, end - body.size());
        body.write(buffer, position, taken);
        position += taken;
    }

    /** Reads a line without its line end. */
    private String line() throws IOException {
        var line = new ByteArrayOutputStream(128);
        while (true) {
            if (position == limit && !fill()) {
                throw new EOFException();
            }
            if (++framingBytes > FRAMING_BYTES_MAX) {
                throw new Malformed("endless headers");
            }
            var next = buffer[position++];
            if (next == '\n') {
                break;
            }
            line.write(next);
        }
        var text = line.toString(StandardCharsets.ISO_8859_1);
        text = text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
        if (text.chars().anyMatch(c -> c < ' ' && c != '\t')) {
            throw new Malformed("a control character in a header");
        }
        return text;
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(0, in.read(buffer));
        return limit > 0;
    }
}
