package io.tical.server.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tical.common.Json;
import io.tical.server.qr.MiniQr;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The other parties of the demo service, on a loopback port: the verification service of slips, which answers like SlipOK, and the
 * merchants' servers, which receive callbacks.
 */
final class ExternalServices implements AutoCloseable {
    private static final ZoneId BANGKOK = ZoneId.of("Asia/Bangkok");

    /** The answer to a slip. */
    enum Answer {
        /** Verified, with the receiver's masked account. */
        VERIFIED,
        /** Verified without an account of the receiver, so that an operator must compare the names. */
        VERIFIED_WITHOUT_ACCOUNT,
        /** SlipOK 1011: no such transfer. */
        NOT_FOUND,
        /** An error of the service. */
        UNAVAILABLE
    }

    private record Known(Transfer transfer, Answer answer) {}

    private final Map<String, Known> transfers = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    ExternalServices() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/api/line/apikey/", this::verify);
        server.createContext("/callbacks", exchange -> answer(exchange, 200, Map.of("received", true)));
        server.createContext("/moved", exchange -> answer(exchange, 410, Map.of("error", "This address is gone.")));
        server.start();
    }

    /** Sets the answer of the verification service to the slip of a transfer. */
    void knows(Transfer transfer, Answer answer) {
        transfers.put(transfer.reference(), new Known(transfer, answer));
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** An address at which nothing listens. */
    static String closedUrl() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "http://127.0.0.1:" + socket.getLocalPort() + "/callbacks";
        }
    }

    private void verify(HttpExchange exchange) throws IOException {
        var known = asked(exchange);
        if (known.isEmpty()) {
            answer(exchange, 400, Map.of("code", 1006, "message", "Incorrect image"));
            return;
        }
        switch (known.get().answer()) {
            case VERIFIED ->
                verified(
                        exchange,
                        known.get().transfer(),
                        Transfer.masked(known.get().transfer().toAccount()));
            case VERIFIED_WITHOUT_ACCOUNT -> verified(exchange, known.get().transfer(), "");
            case NOT_FOUND -> answer(exchange, 400, Map.of("code", 1011, "message", "QR code expired or not found"));
            case UNAVAILABLE -> answer(exchange, 503, Map.of("message", "Service unavailable"));
        }
    }

    /** The transfer of the QR code in a request; empty for a request with a picture. */
    private Optional<Known> asked(HttpExchange exchange) throws IOException {
        var body = exchange.getRequestBody().readAllBytes();
        if (body.length == 0 || body[0] != '{') {
            return Optional.empty();
        }
        return MiniQr.read(Json.mapper().readTree(body).path("data").asText())
                .flatMap(code -> Optional.ofNullable(transfers.get(code.reference())));
    }

    private static void verified(HttpExchange exchange, Transfer transfer, String account) throws IOException {
        var at = transfer.at().atZone(BANGKOK);
        answer(
                exchange,
                200,
                Map.of(
                        "success",
                        true,
                        "data",
                        Map.of(
                                "transRef", transfer.reference(),
                                "transDate", DateTimeFormatter.BASIC_ISO_DATE.format(at.toLocalDate()),
                                "transTime",
                                        DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT)
                                                .format(at),
                                "amount", BigDecimal.valueOf(transfer.amount(), 2),
                                "sendingBank", transfer.bank().number,
                                "receivingBank", Transfer.RECEIVING_BANK.number,
                                "sender",
                                        party(
                                                transfer.from().name(),
                                                Transfer.masked(transfer.from().account())),
                                "receiver", party(transfer.toName(), account))));
    }

    private static Map<String, Object> party(String name, String account) {
        return Map.of("displayName", name, "account", Map.of("type", "BANKAC", "value", account));
    }

    private static void answer(HttpExchange exchange, int status, Map<String, ?> body) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            var bytes = Json.bytes(body);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
