package io.tical.server.rail;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A verification service on loopback: notes every request, and answers what the test says. */
public final class UpstreamServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private volatile Behaviour behaviour = (request, exchange) -> {};

    /** What the server does with an exchange whose request was read; several may be under way. */
    @FunctionalInterface
    public interface Behaviour {
        void answer(Asked request, HttpExchange exchange) throws IOException;
    }

    /** One request as it came. */
    public record Asked(String method, String target, Map<String, String> headers, byte[] body) {
        public String text() {
            return new String(body, StandardCharsets.ISO_8859_1);
        }
    }

    public UpstreamServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::receive);
        server.start();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, String.join(",", values)));
            var body = exchange.getRequestBody().readAllBytes();
            var request = new Asked(
                    exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers, body);
            asked.add(request);
            behaviour.answer(request, exchange);
        }
    }

    /** What is done from now on. */
    public UpstreamServer doing(Behaviour next) {
        behaviour = next;
        return this;
    }

    public UpstreamServer answering(int status, String body) {
        return doing((request, exchange) -> send(exchange, status, body));
    }

    /** A body for each request, with status 200. */
    public UpstreamServer answering(Function<Asked, String> body) {
        return doing((request, exchange) -> send(exchange, 200, body.apply(request)));
    }

    public static void send(HttpExchange exchange, int status, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** A way to it that never opens its circuit. */
    public Upstream upstream() {
        return upstream(new Upstream.Limits(Duration.ofSeconds(10), 100, 100, Duration.ofMinutes(1), 64 * 1024));
    }

    public Upstream upstream(Upstream.Limits limits) {
        return new Upstream("the service", URI.create(url()), limits);
    }

    /** Everything that came, oldest first. */
    public List<Asked> asked() {
        return List.copyOf(asked);
    }

    public Asked last() {
        return asked.getLast();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
