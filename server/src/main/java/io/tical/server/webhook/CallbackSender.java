package io.tical.server.webhook;

import io.tical.server.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import javax.net.ssl.SSLSocketFactory;

/**
 * Sends a callback: resolves the host, checks every address, connects to a checked address, posts the body, and reads
 * the status and the beginning of the response. It does not use redirects, proxies, cookies or persistent connections.
 *
 * <p>Thread-safe. A separate thread enforces the deadlines.
 */
public final class CallbackSender implements Outcome.Transport, AutoCloseable {
    /** The timeout of a whole exchange, including name resolution and TLS. */
    public static final Duration DEADLINE = Duration.ofSeconds(15);

    /** The maximum number of addresses to connect to; all addresses are checked. */
    private static final int ADDRESSES_TRIED_MAX = 4;

    private static final Set<String> OWN_HEADERS = Set.of(
            "host content-length transfer-encoding connection keep-alive expect upgrade te trailer accept-encoding"
                    .split(" "));

    private final AddressGuard guard;
    private final Resolver resolver;
    private final CallbackConnection.Connector connector;
    private final SSLSocketFactory tls;
    private final Duration deadline;
    private final ScheduledThreadPoolExecutor watch;

    /** Uses the system's name servers and the JDK's certificate authorities. */
    public CallbackSender(AddressGuard guard) {
        this(guard, Resolver.system(), (SSLSocketFactory) SSLSocketFactory.getDefault(), DEADLINE, Socket::connect);
    }

    /**
     * @param tls knows the trusted certificates; the host name is always verified
     * @param deadline the timeout of a whole exchange
     */
    CallbackSender(
            AddressGuard guard,
            Resolver resolver,
            SSLSocketFactory tls,
            Duration deadline,
            CallbackConnection.Connector connector) {
        this.guard = guard;
        this.resolver = resolver;
        this.connector = connector;
        this.tls = tls;
        this.deadline = deadline;
        watch = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("callback-deadlines").factory());
        watch.setRemoveOnCancelPolicy(true);
    }

    /**
     * Posts a body and returns the outcome within the deadline.
     *
     * @param url as the merchant wrote it
     * @param headers all headers except {@code Host}, {@code Content-Length}, {@code Connection} and {@code Accept-Encoding}, which the
     *     sender adds
     * @throws IllegalArgumentException if a header is invalid
     * @throws java.util.concurrent.RejectedExecutionException after {@link #close}
     */
    @Override
    public Outcome post(String url, Map<String, String> headers, byte[] body) {
        var end = System.nanoTime() + deadline.toNanos();
        CallbackUrl to;
        try {
            to = CallbackUrl.parse(url);
        } catch (Problem.Invalid e) {
            return new Outcome.Unanswered(
                    "malformed URL: it " + e.errors().getFirst().message());
        }
        var request = request(to, headers, body);
        List<InetAddress> addresses;
        try {
            addresses = to.addresses(resolver, deadline);
        } catch (UnknownHostException e) {
            return new Outcome.Unanswered(
                    Thread.currentThread().isInterrupted() ? "interrupted" : "could not resolve host");
        }
        if (addresses.isEmpty()) {
            return new Outcome.Unanswered("could not resolve host");
        }
        var refusal = guard.refusal(addresses);
        if (refusal.isPresent()) {
            return new Outcome.Unanswered("address refused: the host has " + refusal.get());
        }
        var first = addresses.subList(0, Math.min(addresses.size(), ADDRESSES_TRIED_MAX));
        try (var connection = new CallbackConnection(connector, watch, end)) {
            try {
                connection.open(first, to.port());
                if (to.secure()) {
                    connection.secure(tls, to);
                }
                connection.write(request);
                return new CallbackAnswer(connection.input()).read();
            } catch (IOException e) {
                return new Outcome.Unanswered(connection.expired() ? "timeout" : Failure.words(e));
            }
        }
    }

    private static byte[] request(CallbackUrl to, Map<String, String> headers, byte[] body) {
        var head = new StringBuilder(512)
                .append("POST ")
                .append(to.target())
                .append(" HTTP/1.1\r\nHost: ")
                .append(to.authority())
                .append("\r\n");
        headers.forEach((name, value) -> {
            if (!sendable(name, value)) {
                throw new IllegalArgumentException("A callback cannot have the header " + name);
            }
            head.append(name).append(": ").append(value).append("\r\n");
        });
        head.append("Accept-Encoding: identity\r\nConnection: close\r\nContent-Length: ")
                .append(body.length)
                .append("\r\n\r\n");
        var request = new ByteArrayOutputStream(head.length() + body.length);
        request.writeBytes(head.toString().getBytes(StandardCharsets.US_ASCII));
        request.writeBytes(body);
        return request.toByteArray();
    }

    private static boolean sendable(String name, String value) {
        return !name.isEmpty()
                && name.chars().allMatch(CallbackSender::token)
                && value.chars().allMatch(c -> c >= ' ' && c < 0x7F)
                && !OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Whether a header's name may have this character. */
    static boolean token(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || (c > 0 && "!#$%&'*+-.^_`|~".indexOf(c) >= 0);
    }

    /** Accepts no more requests; running ones keep their deadline. */
    @Override
    public void close() {
        watch.shutdown();
    }
}
