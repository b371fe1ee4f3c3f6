package io.tical.server.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A connection from a chosen loopback address that sends arbitrary bytes. */
final class RawConnection implements AutoCloseable {
    private static final int HEADER_BYTES_MAX = 32 * 1024;

    private final Socket socket;
    private final InputStream in;

    /**
     * Connects.
     *
     * @param source the last byte of the source address 127.0.0.x
     * @param patience the timeout of connecting and of each read
     */
    RawConnection(int source, int port, Duration patience) throws IOException {
        socket = new Socket();
        try {
            socket.bind(new InetSocketAddress(loopback(source), 0));
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(Math.toIntExact(patience.toMillis()));
            socket.connect(new InetSocketAddress(loopback(1), port), Math.toIntExact(patience.toMillis()));
            in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** A response. */
    record Answer(int status, String head, String body) {}

    static InetAddress loopback(int last) throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    }

    /** Sends a request in parts on a new connection. Returns the status of the response, or why there is none. */
    static String outcome(int source, int port, Duration patience, byte[]... request) {
        try (var connection = new RawConnection(source, port, patience)) {
            for (var part : request) {
                connection.send(part);
            }
            return Integer.toString(connection.answer().status());
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Sends a request and reads the response. */
    Answer exchange(byte[] request) throws IOException {
        send(request);
        return answer();
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    void finishSending() throws IOException {
        socket.shutdownOutput();
    }

    /** Reads until the connection is closed. */
    void awaitClose() throws IOException {
        in.transferTo(OutputStream.nullOutputStream());
    }

    Answer answer() throws IOException {
        var head = new StringBuilder();
        while (head.length() < 4 || head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
            var next = in.read();
            if (next < 0 || head.length() > HEADER_BYTES_MAX) {
                throw new EOFException("the connection ended before an answer");
            }
            head.append((char) next);
        }
        var text = head.toString();
        var body = in.readNBytes(contentLength(text));
        return new Answer(Integer.parseInt(text.substring(9, 12)), text, new String(body, StandardCharsets.UTF_8));
    }

    private static int contentLength(String head) {
        return head.lines()
                .filter(line -> line.regionMatches(true, 0, "content-length:", 0, 15))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                .findFirst()
                .orElse(0);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
