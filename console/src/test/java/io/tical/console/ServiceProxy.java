package io.tical.console;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Carries requests to a service, and lets a test change its answers. */
final class ServiceProxy implements AutoCloseable {
    /** What a test makes of the service's answers. */
    @FunctionalInterface
    interface Change {
        /** What the service is asked for. */
        default String path(URI asked) {
            return asked.toString();
        }

        /** The body that the console reads; null loses the answer. */
        @Nullable
        InputStream body(HttpExchange exchange, InputStream answered) throws IOException;
    }

    private final HttpServer server;
    private final int target;
    private final Change change;
    private final HttpClient client = HttpClient.newHttpClient();

    /** @param target the port of the service on this machine */
    ServiceProxy(int target, Change change) throws IOException {
        this.target = target;
        this.change = change;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::carry);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void carry(HttpExchange exchange) throws IOException {
        var request = HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + target + change.path(exchange.getRequestURI())));
        for (var name : List.of("Authorization", "Content-Type", "X-Request-Id")) {
            var value = exchange.getRequestHeaders().getFirst(name);
            if (value != null) {
                request.header(name, value);
            }
        }
        request.method(
                exchange.getRequestMethod(),
                BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
        try {
            var answer = client.send(request.build(), BodyHandlers.ofInputStream());
            var changed = change.body(exchange, answer.body());
            if (changed == null) {
                exchange.close();
                return;
            }
            for (var name : List.of("Content-Type", "Retry-After")) {
                answer.headers()
                        .firstValue(name)
                        .ifPresent(value -> exchange.getResponseHeaders().set(name, value));
            }
            exchange.sendResponseHeaders(answer.statusCode(), 0);
            try (var body = exchange.getResponseBody()) {
                // At once, as events need it.
                var part = new byte[8_192];
                for (int read = changed.read(part); read >= 0; read = changed.read(part)) {
                    body.write(part, 0, read);
                    body.flush();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            exchange.close();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        client.shutdownNow();
    }
}
