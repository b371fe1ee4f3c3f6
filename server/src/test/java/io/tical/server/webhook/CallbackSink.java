package io.tical.server.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tical.common.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.ToIntFunction;

/** A merchant's server on loopback: notes every callback, and answers what the test says. */
public final class CallbackSink implements AutoCloseable {
    private final HttpServer server;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private volatile ToIntFunction<Received> answer = callback -> 200;

    /** One callback as it came. */
    public record Received(Map<String, String> headers, String body, Instant at) {
        /** A header by its name in any case; fails when there is none. */
        public String header(String name) {
            var value = headers.get(name);
            if (value == null) {
                throw new AssertionError("no header " + name + " in " + headers);
            }
            return value;
        }

        public JsonNode json() {
            try {
                return Json.mapper().readTree(body);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        public String bodyId() {
            return header("webhook-id");
        }

        public String transactionId() {
            return header("X-Transaction-ID");
        }
    }

    public CallbackSink() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_024);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::receive);
        server.start();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, String.join(",", values)));
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var callback = new Received(headers, body, Instant.now());
            received.add(callback);
            var status = answer.applyAsInt(callback);
            var text = String.format(Locale.ROOT, "answer %d", status).getBytes(StandardCharsets.UTF_8);
            if (status / 100 == 3) {
                exchange.getResponseHeaders().add("Location", url());
            }
            exchange.sendResponseHeaders(status, status == 204 ? -1 : text.length);
            if (status != 204) {
                exchange.getResponseBody().write(text);
            }
        }
    }

    /** What is answered from now on. */
    public CallbackSink answering(ToIntFunction<Received> next) {
        answer = next;
        return this;
    }

    public CallbackSink answering(int status) {
        return answering(callback -> status);
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/callbacks";
    }

    /** Everything that came, oldest first. */
    public List<Received> received() {
        return List.copyOf(received);
    }

    /** What came about one transaction, oldest first. */
    public List<Received> about(String transactionId) {
        return received.stream()
                .filter(callback -> transactionId.equals(callback.headers().get("X-Transaction-ID")))
                .toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
