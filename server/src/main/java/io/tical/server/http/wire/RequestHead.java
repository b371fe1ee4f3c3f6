package io.tical.server.http.wire;

import io.tical.server.http.wire.Refusals.Violation;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses the request line and the headers of one request incrementally, so that a malformed request is refused at its
 * first invalid byte (RFC 9112, sections 2 to 6).
 */
final class RequestHead {
    static final int LINE_BYTES_MAX = 8 * 1024;
    static final int HEADERS_BYTES_MAX = 16 * 1024;
    static final int BYTES_MAX = LINE_BYTES_MAX + HEADERS_BYTES_MAX;

    private static final int HEADERS_MAX = 128;
    private static final String VERSION = "HTTP/1.1\r\n";
    private static final Pattern MULTIPART = Pattern.compile("(?is)multipart/.+");
    /** 18 digits always fit into a {@code long}. */
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

    private enum At {
        METHOD,
        TARGET,
        VERSION,
        NAME,
        VALUE,
        VALUE_LF,
        END_LF,
        DONE
    }

    private At at = At.METHOD;
    private int position;
    private int targetStart;
    private int targetEnd;
    private int percentDigits;
    private int headersStart;
    private int nameStart;
    private int nameEnd;
    private int headers;
    private long length = -1;
    private boolean chunked;
    private boolean multipart;
    private boolean expects;
    private boolean head;
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
            case METHOD -> method(bytes, b);
            case TARGET -> target(b);
            case VERSION -> version(b);
            case NAME -> name(b);
            case VALUE -> value(b);
            case VALUE_LF -> b == '\n' ? field(bytes) : Violation.LINE_END;
            case END_LF -> b == '\n' ? end() : Violation.LINE_END;
            case DONE -> null;
        };
    }

    private @Nullable Violation method(byte[] bytes, byte b) {
        if (Bytes.token(b)) {
            return tooLongLine();
        }
        if (b != ' ' || position == 0) {
            return Violation.METHOD;
        }
        head = position == 4 && bytes[0] == 'H' && bytes[1] == 'E' && bytes[2] == 'A' && bytes[3] == 'D';
        targetStart = position + 1;
        at = At.TARGET;
        return null;
    }

    private @Nullable Violation target(byte b) {
        if (percentDigits > 0) {
            percentDigits--;
            return Bytes.hex(b) < 0 ? Violation.TARGET_CHARACTER : null;
        }
        if (position == targetStart) {
            return b == '/' ? null : Violation.TARGET;
        }
        if (Bytes.target(b)) {
            return tooLongLine();
        }
        if (b == '%') {
            percentDigits = 2;
            return null;
        }
        if (b == ' ') {
            targetEnd = position;
            at = At.VERSION;
            return null;
        }
        return switch (b) {
            case '#' -> Violation.FRAGMENT;
            case '\r', '\n' -> Violation.VERSION;
            default -> Violation.TARGET_CHARACTER;
        };
    }

    private @Nullable Violation tooLongLine() {
        return position < LINE_BYTES_MAX ? null : Violation.LINE_TOO_LONG;
    }

    private @Nullable Violation version(byte b) {
        var index = position - targetEnd - 1;
        if (b != VERSION.charAt(index)) {
            return Violation.VERSION;
        }
        if (index == VERSION.length() - 1) {
            headersStart = position + 1;
            nameStart = headersStart;
            at = At.NAME;
        }
        return null;
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
            case "expect" -> expects = true;
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

    /** Accepts exactly one spelling, because the codec treats all others as a request without a body. */
    private @Nullable Violation transferEncoding(String coding) {
        if (chunked || !coding.equals("chunked")) {
            return Violation.FRAMING;
        }
        chunked = true;
        return null;
    }

    private @Nullable Violation end() {
        at = At.DONE;
        return chunked && length >= 0 ? Violation.FRAMING : null;
    }

    @Nullable
    Violation violation() {
        return violation;
    }

    /** The size of the request line and the headers in bytes. */
    int length() {
        return position;
    }

    /** The request target, exactly as sent. */
    String target(byte[] bytes) {
        return new String(bytes, targetStart, targetEnd - targetStart, StandardCharsets.US_ASCII);
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
        return head;
    }

    /** The client's request id, not validated, if received. */
    @Nullable
    String requestId() {
        return requestId;
    }
}
