package io.tical.server.admin;

import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One stream of events over a connection of its own. */
final class EventLines implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Socket socket;
    private final BufferedReader reader;
    private String id = "";

    EventLines(TestService service, OperatorClient operator, @Nullable String lastId) throws IOException {
        this(service, operator, "", lastId);
    }

    EventLines(TestService service, OperatorClient operator, String query, @Nullable String lastId) throws IOException {
        socket = new Socket("127.0.0.1", service.tical().ports().admin());
        socket.setSoTimeout((int) Duration.ofSeconds(60).toMillis());
        var last = lastId == null ? "" : "Last-Event-ID: " + lastId + "\r\n";
        socket.getOutputStream()
                .write(("GET /admin/v1/events" + query + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                                + operator.token() + "\r\n" + last + "\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1));
        reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    Socket socket() {
        return socket;
    }

    BufferedReader reader() {
        return reader;
    }

    /** The id of the last event. */
    String id() {
        return id;
    }

    /** Reads lines until one contains this. */
    List<String> until(String text) throws IOException {
        var lines = new ArrayList<String>();
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        for (var line = reader.readLine(); line != null; line = reader.readLine()) {
            lines.add(line);
            if (line.startsWith("id: ")) {
                id = line.substring("id: ".length());
            }
            if (line.contains(text)) {
                return lines;
            }
            // Comments come although nothing happens.
            if (System.nanoTime() > deadline) {
                throw new AssertionError("no " + text + ": " + lines);
            }
        }
        throw new AssertionError("ended before " + text + ": " + lines);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
