package io.tical.server.http.wire;

import io.tical.server.http.wire.Refusals.Violation;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses the request line incrementally (RFC 9112, sections 2.2 and 3), and empty lines before it. The target is a path, a URI in absolute
 * form, as clients of proxies send it, or the asterisk of {@code OPTIONS}.
 */
final class RequestLine {
    static final int BYTES_MAX = 8 * 1024;

    /** Old clients send an empty line after a body. */
    private static final int EMPTY_LINES_MAX = 4;

    /** Digits are 0 here. */
    private static final String VERSION = "HTTP/0.0\r\n";

    private static final int MAJOR = 5;
    private static final int MINOR = 7;
    /** The host and the port, and the path with the query. There are no users in it. */
    private static final Pattern ABSOLUTE =
            Pattern.compile("(?i)https?://((?:[a-z0-9._~!$&'()*+,;=%-]+|\\[[0-9a-f:.]+])(?::[0-9]{0,5})?)([/?].*)?");

    private enum At {
        EMPTY_LF,
        METHOD,
        TARGET,
        VERSION,
        DONE
    }

    private At at = At.METHOD;
    private int start;
    private int emptyLines;
    private int targetStart;
    private int targetEnd;
    private int percentDigits;
    private @Nullable Matcher absolute;
    private int major;
    private int minor;
    private boolean head;
    private boolean options;
    private boolean ofServer;

    /** Parses the byte at this position. */
    @Nullable
    Violation step(byte[] bytes, int position) {
        var b = bytes[position];
        return switch (at) {
            case EMPTY_LF -> emptyLine(b, position);
            case METHOD -> method(bytes, b, position);
            case TARGET -> target(bytes, b, position);
            case VERSION -> version(b, position);
            case DONE -> null;
        };
    }

    private @Nullable Violation emptyLine(byte b, int position) {
        if (b != '\n') {
            return Violation.LINE_END;
        }
        start = position + 1;
        at = At.METHOD;
        return null;
    }

    private @Nullable Violation method(byte[] bytes, byte b, int position) {
        if (Bytes.token(b)) {
            return tooLong(position);
        }
        if (b == '\r' && position == start && emptyLines++ < EMPTY_LINES_MAX) {
            at = At.EMPTY_LF;
            return null;
        }
        if (b != ' ' || position == start) {
            return Violation.METHOD;
        }
        var method = text(bytes, start, position);
        head = method.equals("HEAD");
        options = method.equals("OPTIONS");
        targetStart = position + 1;
        at = At.TARGET;
        return null;
    }

    private @Nullable Violation target(byte[] bytes, byte b, int position) {
        if (percentDigits > 0) {
            percentDigits--;
            return Bytes.hex(b) < 0 ? Violation.TARGET_CHARACTER : null;
        }
        if (position == targetStart) {
            return b == '/' || b == 'h' || b == 'H' || (b == '*' && options) ? null : Violation.TARGET;
        }
        if (Bytes.target(b) || (bytes[targetStart] != '/' && (b == '[' || b == ']'))) {
            return tooLong(position);
        }
        if (b == '%') {
            percentDigits = 2;
            return null;
        }
        if (b == ' ') {
            targetEnd = position;
            at = At.VERSION;
            return form(bytes);
        }
        return switch (b) {
            case '#' -> Violation.FRAGMENT;
            case '\r', '\n' -> Violation.VERSION;
            default -> Violation.TARGET_CHARACTER;
        };
    }

    /** The form of the complete target. */
    private @Nullable Violation form(byte[] bytes) {
        ofServer = options && targetEnd == targetStart + 1 && (bytes[targetStart] == '*' || bytes[targetStart] == '/');
        if (bytes[targetStart] == '/' || ofServer) {
            return null;
        }
        absolute = ABSOLUTE.matcher(text(bytes, targetStart, targetEnd));
        return absolute.matches() ? null : Violation.TARGET;
    }

    private static @Nullable Violation tooLong(int position) {
        return position < BYTES_MAX ? null : Violation.LINE_TOO_LONG;
    }

    private @Nullable Violation version(byte b, int position) {
        var index = position - targetEnd - 1;
        if (index == MAJOR || index == MINOR) {
            major = index == MAJOR ? b - '0' : major;
            minor = b - '0';
            return b >= '0' && b <= '9' ? null : Violation.VERSION;
        }
        if (b != VERSION.charAt(index)) {
            return Violation.VERSION;
        }
        if (index < VERSION.length() - 1) {
            return null;
        }
        at = At.DONE;
        return major == 1 ? null : Violation.VERSION_UNSUPPORTED;
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.US_ASCII);
    }

    boolean done() {
        return at == At.DONE;
    }

    /** Whether more than empty lines was received. */
    boolean begun(int position) {
        return position > start && at != At.EMPTY_LF;
    }

    /** The position after empty lines. */
    int start() {
        return start;
    }

    /** Whether the method, if received, is HEAD. */
    boolean head() {
        return head;
    }

    /** Whether the version is 1.0. Later versions than 1.1 are answered as it. */
    boolean old() {
        return minor == 0;
    }

    /** Whether the codec may read the request as it was sent. Other requests are rewritten by {@link PlainHead}. */
    boolean plain() {
        return start == 0 && minor == 1 && absolute == null;
    }

    /** Whether the options of the whole server are asked for: {@code OPTIONS *}, or {@code OPTIONS /}, which HAProxy sends as a check. */
    boolean ofServer() {
        return ofServer;
    }

    /** The host and the port in a target in absolute form, which count instead of {@code Host}; null in other forms. */
    @Nullable
    String authority() {
        return absolute == null ? null : absolute.group(1);
    }

    /** The path and the query, exactly as sent. */
    String target(byte[] bytes) {
        if (absolute == null) {
            return text(bytes, targetStart, targetEnd);
        }
        var path = Objects.requireNonNullElse(absolute.group(2), "");
        return path.startsWith("/") ? path : "/" + path;
    }
}
