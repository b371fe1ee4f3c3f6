package io.tical.server.http.wire;

import io.helidon.common.buffers.BufferData;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request of HTTP/1.0 (RFC 9112, section 6.1). What the codec writes in chunks is written without them, until the connection
 * closes. A persistent connection is announced to a client that asked for one.
 */
final class OldAnswer {
    private static final String END = "\r\n\r\n";

    private final boolean keepsAlive;
    private final ByteArrayOutputStream head = new ByteArrayOutputStream(512);
    private boolean headWritten;
    private @Nullable ChunkedBody chunks;
    private boolean closes;

    /** @param keepsAlive whether the client asks for a persistent connection */
    OldAnswer(boolean keepsAlive) {
        this.keepsAlive = keepsAlive;
    }

    /** Whether the connection must be closed after this answer. */
    boolean closes() {
        return closes;
    }

    /** Converts the next bytes of the codec. */
    byte[] convert(byte[] bytes, int offset, int count) {
        if (headWritten) {
            return body(bytes, offset, count);
        }
        head.write(bytes, offset, count);
        var text = head.toString(StandardCharsets.ISO_8859_1);
        var end = text.indexOf(END);
        if (end < 0) {
            return BufferData.EMPTY_BYTES;
        }
        headWritten = true;
        var converted = new ByteArrayOutputStream(head.size());
        converted.writeBytes(converted(text.substring(0, end)).getBytes(StandardCharsets.ISO_8859_1));
        var all = head.toByteArray();
        var from = end + END.length();
        converted.writeBytes(body(all, from, all.length - from));
        return converted.toByteArray();
    }

    private String converted(String text) {
        var lines = text.split("\r\n");
        var headers = new StringBuilder(lines[0]).append("\r\n");
        var framed = lines[0].contains(" 204") || lines[0].contains(" 304");
        closes = !keepsAlive;
        for (var line : Arrays.asList(lines).subList(1, lines.length)) {
            var lower = line.toLowerCase(Locale.ROOT);
            if (lower.startsWith("transfer-encoding:")) {
                chunks = new ChunkedBody();
                closes = true;
            } else if (lower.startsWith("connection:")) {
                closes |= lower.contains("close");
            } else {
                framed |= lower.startsWith("content-length:");
                headers.append(line).append("\r\n");
            }
        }
        closes |= !framed;
        return headers.append("Connection: ")
                .append(closes ? "close" : "keep-alive")
                .append(END)
                .toString();
    }

    private byte[] body(byte[] bytes, int offset, int count) {
        if (chunks == null) {
            return Arrays.copyOfRange(bytes, offset, offset + count);
        }
        var data = new byte[count];
        var read = chunks.read(bytes, offset, offset + count, data, 0);
        return Arrays.copyOf(data, read.data());
    }
}
