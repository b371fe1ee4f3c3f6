package io.tical.server.http.wire;

import io.tical.server.http.wire.Refusals.Violation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses the request line and the headers of one request incrementally, so that a malformed request is refused at its
 * first invalid byte (RFC 9112, sections 2 to 6).
 */
final class RequestHead {
    static final int HEADERS_BYTES_MAX = 16 * 1024;
    static final int BYTES_MAX = RequestLine.BYTES_MAX + HEADERS_BYTES_MAX;

    private static final int HEADERS_MAX = 128;
    private static final Pattern MULTIPART = Pattern.compile("(?is)multipart/.+");
    private static final String CHUNKED = "chunked";
    /** 18 digits always fit into a {@code long}. */
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

    private enum At {
        LINE,
        NAME,
        VALUE,
        VALUE_LF,
        END_LF,
        DONE
    }

    private final RequestLine line = new RequestLine();
    private At at = At.LINE;
    private int position;
    private int hosts;
    private final StringBuilder connection = new StringBuilder();
    private int headersStart;
    private int nameStart;
    private int nameEnd;
    private int headers;
    private long length = -1;
    private boolean chunked;
    private boolean multipart;
    private boolean expects;
    private @Nullable String requestId;
    private @Nullable Violation violation;

    /**
     * Parses up to the end of the received bytes, the end of the headers, or the first violation.
     *
     * @param bytes the request from its first byte
     * @param end the number of received bytes
     * @return whether the headers are complete
     */
    boolean scan(byte[] bytes, int end) {
        while (position < end && at != At.DONE && violation == null) {
            violation = step(bytes, bytes[position]);
            position++;
        }
        return at == At.DONE && violation == null;
    }

    private @Nullable Violation step(byte[] bytes, byte b) {
        return switch (at) {
            case LINE -> line(bytes);
            case NAME -> name(b);
            case VALUE -> value(b);
            case VALUE_LF -> b == '\n' ? field(bytes) : Violation.LINE_END;
            case END_LF -> b == '\n' ? end() : Violation.LINE_END;
            case DONE -> null;
        };
    }

    private @Nullable Violation line(byte[] bytes) {
        var wrong = line.step(bytes, position);
        if (wrong == null && line.done()) {
            headersStart = position + 1;
            nameStart = headersStart;
            at = At.NAME;
        }
        return wrong;
    }

    private @Nullable Violation name(byte b) {
        if (Bytes.token(b)) {
            return tooLargeHeaders();
        }
        if (b == ':' && position > nameStart) {
            nameEnd = position;
            at = At.VALUE;
            return null;
        }
        if (b == '\r' && position == nameStart) {
            at = At.END_LF;
            return null;
        }
        return Violation.HEADER_NAME;
    }

    private @Nullable Violation value(byte b) {
        if (Bytes.fieldValue(b)) {
            return tooLargeHeaders();
        }
        if (b == '\r') {
            at = At.VALUE_LF;
            return null;
        }
        return b == '\n' ? Violation.LINE_END : Violation.HEADER_VALUE;
    }

    private @Nullable Violation tooLargeHeaders() {
        return position - headersStart < HEADERS_BYTES_MAX ? null : Violation.HEADERS_TOO_LARGE;
    }

    /** Validates a complete header. */
    private @Nullable Violation field(byte[] bytes) {
        var name = new String(bytes, nameStart, nameEnd - nameStart, StandardCharsets.US_ASCII);
        nameStart = position + 1;
        at = At.NAME;
        if (++headers > HEADERS_MAX) {
            return Violation.HEADERS_TOO_LARGE;
        }
        switch (name.toLowerCase(Locale.ROOT)) {
            case "content-length" -> {
                return contentLength(value(bytes));
            }
            case "transfer-encoding" -> {
                return transferEncoding(value(bytes));
            }
            case "content-type" -> multipart = MULTIPART.matcher(value(bytes)).matches();
            case "x-request-id" -> requestId = value(bytes);
            // HTTP/1.0 has no interim answers.
            case "expect" -> expects = !line.old();
            case "host" -> hosts++;
            case "connection" -> connection.append(',').append(value(bytes));
            default -> {}
        }
        return null;
    }

    /** The value of the complete header. Of the valid characters, trim() removes spaces and tabs only. */
    private String value(byte[] bytes) {
        return new String(bytes, nameEnd + 1, position - nameEnd - 2, StandardCharsets.ISO_8859_1).trim();
    }

    private @Nullable Violation contentLength(String digits) {
        if (length >= 0 || !LENGTH.matcher(digits).matches()) {
            return Violation.FRAMING;
        }
        length = Long.parseLong(digits);
        return null;
    }

    /** Of the codings, only this one. HTTP/1.0 has none, so a proxy may have framed the body in another way. */
    private @Nullable Violation transferEncoding(String coding) {
        if (chunked || !coding.equalsIgnoreCase(CHUNKED) || line.old()) {
            return Violation.FRAMING;
        }
        chunked = true;
        return null;
    }

    private @Nullable Violation end() {
        at = At.DONE;
        if (chunked && length >= 0) {
            return Violation.FRAMING;
        }
        // The codec sees the Host of a rewritten request only.
        return line.plain() || hosts == 1 || (hosts == 0 && line.old()) ? null : Violation.HOST;
    }

    RequestLine line() {
        return line;
    }

    /** Whether a byte of the request line was received. */
    boolean begun() {
        return line.begun(position);
    }

    /** Whether a client of HTTP/1.0 asks for a persistent connection. */
    boolean keepsAlive() {
        var options = List.of(connection.toString().toLowerCase(Locale.ROOT).split("[, \t]+"));
        return options.contains("keep-alive") && !options.contains("close");
    }

    /** The request line and the headers without their last empty line. */
    String text(byte[] bytes) {
        return new String(bytes, line.start(), position - line.start() - 2, StandardCharsets.ISO_8859_1);
    }

    @Nullable
    Violation violation() {
        return violation;
    }

    /** The size of the request line and the headers in bytes. */
    int length() {
        return position;
    }

    /** The size of the body in bytes, 0 if there is none. */
    long bodyLength() {
        return Math.max(0, length);
    }

    /** Whether there is a body of a bounded size that the client sends without being asked for it. */
    boolean announcesSmallBody() {
        return (chunked || length > 0) && length <= Deadlines.SMALL_BODY_BYTES_MAX && !multipart && !expects;
    }

    boolean chunked() {
        return chunked;
    }

    boolean multipart() {
        return multipart;
    }

    /** Whether the method, if received, is HEAD. */
    boolean head() {
        return line.head();
    }

    /** The client's request id, not validated, if received. */
    @Nullable
    String requestId() {
        return requestId;
    }
}
