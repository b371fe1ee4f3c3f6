package io.tical.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One connection over which a test sends exactly the bytes that it means to, and reads every answer that comes back. */
final class Raw implements AutoCloseable {
    /** An answer begins within this time, also on a busy machine. */
    private static final int FIRST_MS = 15_000;
    /** After its first byte, an answer that pauses so long is over. */
    private static final int QUIET_MS = 3_000;

    private final Socket socket;
    private boolean closed;

    Raw(int port) throws IOException {
        this("127.0.0.1", port);
    }

    /** @param source one of the loopback addresses, as which it is sent */
    Raw(String source, int port) throws IOException {
        socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port, InetAddress.ofLiteral(source), 0);
        socket.setSoTimeout(FIRST_MS);
        socket.setTcpNoDelay(true);
    }

    /** One answer as it came over the wire. */
    record Reply(int status, Map<String, String> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name, "");
        }

        JsonNode json() {
            try {
                return Json.mapper().readTree(body.getBytes(StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                throw new UncheckedIOException(body, e);
            }
        }

        String code() {
            return json().path("code").asText();
        }
    }

    /** What came back until the server closed the connection, or said nothing more for a while. */
    record Exchange(List<Reply> replies, boolean closed) {
        Reply only() {
            if (replies.size() != 1) {
                throw new AssertionError(replies.size() + " answers: " + replies);
            }
            return replies.getFirst();
        }
    }

    static Exchange exchange(int port, String request) throws IOException {
        try (var raw = new Raw(port)) {
            raw.send(request.getBytes(StandardCharsets.ISO_8859_1));
            return raw.answers();
        }
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** No more will be sent. */
    void end() throws IOException {
        socket.shutdownOutput();
    }

    /** Whether something has come back that was not read yet. */
    boolean hasAnswer() throws IOException {
        return socket.getInputStream().available() > 0;
    }

    Exchange answers() {
        var text = text();
        return new Exchange(parse(text), closed);
    }

    /** Everything that came back, as it came. */
    String text() {
        var received = new ByteArrayOutputStream();
        var buffer = new byte[8192];
        try {
            for (int read = socket.getInputStream().read(buffer);
                    read >= 0;
                    read = socket.getInputStream().read(buffer)) {
                received.write(buffer, 0, read);
                socket.setSoTimeout(QUIET_MS);
            }
            closed = true;
        } catch (SocketTimeoutException quiet) {
            closed = false;
        } catch (IOException reset) {
            closed = true;
        }
        return received.toString(StandardCharsets.ISO_8859_1);
    }

    private static List<Reply> parse(String text) {
        var replies = new ArrayList<Reply>();
        for (int at = 0; at < text.length(); ) {
            var end = text.indexOf("\r\n\r\n", at);
            if (!text.startsWith("HTTP/1.1 ", at) || end < 0) {
                throw new AssertionError("not an answer: " + text.substring(at));
            }
            var lines = text.substring(at, end).split("\r\n");
            var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
            for (var line : List.of(lines).subList(1, lines.length)) {
                var colon = line.indexOf(':');
                headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
            var status = Integer.parseInt(lines[0].substring(9, 12));
            if (headers.getOrDefault("Transfer-Encoding", "").equals("chunked")) {
                var body = new StringBuilder();
                at = chunks(text, end + 4, body);
                replies.add(new Reply(status, headers, body.toString()));
                continue;
            }
            at = Math.min(text.length(), end + 4 + length(status, headers));
            replies.add(new Reply(status, headers, text.substring(end + 4, at)));
        }
        return replies;
    }

    /** What has no length ends with the connection, as all bodies of HTTP/1.0 may. */
    private static int length(int status, Map<String, String> headers) {
        var length = headers.get("Content-Length");
        return length != null
                ? status == 100 ? 0 : Integer.parseInt(length)
                : status == 200 && headers.getOrDefault("Connection", "").equals("close") ? Integer.MAX_VALUE / 2 : 0;
    }

    /** Appends the data of the chunks from a position on, and returns the position after the last one. */
    private static int chunks(String text, int from, StringBuilder body) {
        for (int at = from; ; ) {
            var data = text.indexOf("\r\n", at) + 2;
            var size = HexFormat.fromHexDigits(text, at, data - 2);
            body.append(text, data, data + size);
            at = data + size + 2;
            if (size == 0) {
                return at;
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
