package io.tical.server.webhook;

import io.tical.server.access.AddressRanges;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;

/** Senders that may reach this machine. */
final class TestSender {
    static final byte[] BODY = "{\"paid\":\"฿1\"}".getBytes(StandardCharsets.UTF_8);
    /** A small answer. */
    static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private TestSender() {}

    /** It finds no host by its name. */
    static CallbackSender of(Duration deadline) {
        return of(deadline, (host, within) -> {
            throw new UnknownHostException(host);
        });
    }

    static CallbackSender of(Duration deadline, Resolver resolver) {
        try {
            var guard = new AddressGuard(AddressRanges.of(List.of("127.0.0.0/8", "::1")));
            return new CallbackSender(
                    guard, resolver, SSLContext.getDefault().getSocketFactory(), deadline, Socket::connect);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
