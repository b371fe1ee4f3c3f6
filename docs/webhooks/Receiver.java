// Receives callbacks. Java 17 or later:
// TICAL_WEBHOOK_SECRET=whsec_… PORT=8090 java Receiver.java

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
    static final long TOLERANCE_SECONDS = 300;
    static final int BODY_BYTES_MAX = 1 << 20;

    /** Whether a callback is from Tical, as it was sent, and fresh. The body is the raw bytes, before any parsing. */
    static boolean verify(String secret, String timestamp, String signatureHeader, byte[] body) {
        if (timestamp == null || signatureHeader == null || !timestamp.matches("[1-9][0-9]{0,11}")) {
            return false;
        }
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > TOLERANCE_SECONDS) {
            return false;
        }
        byte[] expected = ("v1=" + digest(secret, timestamp, body)).getBytes(StandardCharsets.UTF_8);
        boolean valid = false;
        // While a secret is rotated there are two signatures, and one of them has to fit.
        for (String signature : signatureHeader.split(",")) {
            valid |= MessageDigest.isEqual(expected, signature.strip().getBytes(StandardCharsets.UTF_8));
        }
        return valid;
    }

    static String digest(String secret, String timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static void receive(HttpExchange exchange, String secret) throws IOException {
        try (exchange) {
            var headers = exchange.getRequestHeaders();
            byte[] body = exchange.getRequestBody().readNBytes(BODY_BYTES_MAX);
            if (!verify(secret, headers.getFirst("X-P2P-Timestamp"), headers.getFirst("X-P2P-Signature"), body)) {
                exchange.sendResponseHeaders(401, -1);
                return;
            }
            // Here: store the body under its id, unless that id is stored already, and work on it after the answer.
            System.out.println(headers.getFirst("webhook-id") + " " + new String(body, StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(200, -1);
        }
    }

    public static void main(String[] args) throws IOException {
        String secret = Objects.requireNonNull(System.getenv("TICAL_WEBHOOK_SECRET"), "set TICAL_WEBHOOK_SECRET");
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8090"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", exchange -> receive(exchange, secret));
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        System.out.println("listening on port " + server.getAddress().getPort());
    }
}
