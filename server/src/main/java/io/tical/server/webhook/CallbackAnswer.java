package io.tical.server.webhook;

import io.tical.server.webhook.Failure.Malformed;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads an HTTP/1 response: the status and at most 1,024 bytes of the body. All parts are limited in size. The status
 * and complete headers suffice for a response, because the body is ignored. A header that is malformed is ignored too: the merchant's server
 * has decided with the status.
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
    private int framingBytes;
    private long length = -1;
    private boolean encoded;
    private boolean chunked;
    /** Whether the headers are larger than what is read. */
    private boolean endless;

    CallbackAnswer(InputStream in) {
        this.in = new BufferedInputStream(in, 2_048);
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
                throw new Malformed("an unexpected 1xx response");
            }
            status = head();
        }
        if (endless) {
            return new Outcome.Answered(status, "");
        }
        var body = new ByteArrayOutputStream(EXCERPT_BYTES_MAX);
        boolean whole;
        try {
            whole = status == 204 || status == 304 || body(body);
        } catch (IOException brokenOff) {
            // The status acknowledges; the body is ignored.
            whole = false;
        }
        return new Outcome.Answered(status, excerpt(body.toByteArray(), whole));
    }

    private int head() throws IOException {
        length = -1;
        encoded = false;
        chunked = false;
        var status = STATUS_LINE.matcher(line());
        if (!status.matches() || status.group().chars().anyMatch(c -> c < ' ' && c != '\t')) {
            throw new Malformed("no status line");
        }
        var code = Integer.parseInt(status.group(1));
        try {
            for (var line = line(); !line.isEmpty(); line = line()) {
                header(line);
            }
        } catch (Malformed unread) {
            if (code < 200) {
                throw unread;
            }
            endless = true;
        }
        return code;
    }

    private void header(String line) {
        // A folded line continues a header that is not used.
        var colon = line.indexOf(':');
        if (colon < 1 || !line.chars().limit(colon).allMatch(CallbackSender::token)) {
            return;
        }
        var value = line.substring(colon + 1).strip();
        switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
            case "content-length" -> {
                if (!LENGTH.matcher(value).matches() || (length >= 0 && length != Long.parseLong(value))) {
                    // Where the body ends is not known.
                    encoded = true;
                } else {
                    length = Long.parseLong(value);
                }
            }
            case "transfer-encoding" -> {
                encoded = true;
                chunked = value.toLowerCase(Locale.ROOT).endsWith("chunked");
            }
            default -> {}
        }
    }

    /** Reads the body. Returns whether it was read completely. */
    private boolean body(ByteArrayOutputStream body) throws IOException {
        if (chunked) {
            return chunks(body);
        }
        if (length < 0 || encoded) {
            return !copied(body, EXCERPT_BYTES_MAX);
        }
        return copied(body, length) && length <= EXCERPT_BYTES_MAX;
    }

    private boolean chunks(ByteArrayOutputStream body) throws IOException {
        while (body.size() < EXCERPT_BYTES_MAX) {
            var size = CHUNK_SIZE.matcher(line());
            if (!size.matches()) {
                return false;
            }
            var bytes = Long.parseLong(size.group(1), 16);
            if (bytes == 0) {
                return true;
            }
            if (!copied(body, bytes) || (body.size() < EXCERPT_BYTES_MAX && !line().isEmpty())) {
                return false;
            }
        }
        return false;
    }

    /** Copies bytes as they arrive, up to the limit of the excerpt. Returns false if the body ends earlier. */
    private boolean copied(ByteArrayOutputStream body, long bytes) throws IOException {
        var part = new byte[(int) Math.min(bytes, EXCERPT_BYTES_MAX - body.size())];
        for (int read, at = 0; at < part.length; at += read) {
            read = in.read(part, at, part.length - at);
            if (read < 0) {
                return false;
            }
            body.write(part, at, read);
        }
        return true;
    }

    /** Reads a line without its line end. */
    private String line() throws IOException {
        var line = new ByteArrayOutputStream(128);
        for (var next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            if (++framingBytes > FRAMING_BYTES_MAX) {
                throw new Malformed("endless headers");
            }
            line.write(next);
        }
        framingBytes++;
        var text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    /**
     * The beginning of a body as text that can be stored and displayed. Invalid bytes and control characters become U+FFFD; lines end with a line feed.
     *
     * @param whole whether the bytes are complete; if not, a truncated last character is dropped
     */
    private static String excerpt(byte[] bytes, boolean whole) {
        var decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE);
        var decoded = CharBuffer.allocate(bytes.length + 1);
        decoder.decode(ByteBuffer.wrap(bytes), decoded, whole);
        var text = decoded.flip().toString().replace("\r\n", "\n").replace('\r', '\n');
        var shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> shown.appendCodePoint(harmful(c) ? '\uFFFD' : c));
        return shown.toString();
    }

    private static boolean harmful(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL -> c != '\n' && c != '\t';
            // Joiners are part of words and emoji; other format characters reverse or hide text.
            case Character.FORMAT -> c != 0x200C && c != 0x200D;
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE -> true;
            default -> false;
        };
    }
}
