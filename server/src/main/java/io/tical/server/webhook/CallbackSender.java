package io.tical.server.webhook;

import io.tical.server.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/**
 * Carries one callback out of the house: resolves the host once, checks every address, connects to one that was checked, posts,
 * and reads the status and the beginning of the answer. Redirects, proxies, cookies and kept connections do not exist here.
 *
 * <p>For many threads at once. One thread of its own watches the deadlines of all.
 */
public final class CallbackSender implements AutoCloseable {
    /** For everything together: to resolve, connect, agree on TLS, write and read. */
    public static final Duration DEADLINE = Duration.ofSeconds(15);

    /** Of a host with many addresses no more are tried; all are checked. */
    private static final int ADDRESSES_TRIED_MAX = 4;

    private static final Set<String> OWN_HEADERS = Set.of(
            "host",
            "content-length",
            "transfer-encoding",
            "connection",
            "keep-alive",
            "expect",
            "upgrade",
            "te",
            "trailer",
            "accept-encoding");

    private final AddressGuard guard;
    private final Resolver resolver;
    private final CallbackConnection.Connector connector;
    private final SSLSocketFactory tls;
    private final Duration deadline;
    private final ScheduledThreadPoolExecutor watch;

    /** Asks this machine's name servers and trusts the certificate authorities that the JDK trusts. */
    public CallbackSender(AddressGuard guard) {
        this(guard, Resolver.system(), authorities(), DEADLINE);
    }

    /**
     * @param trust whose certificates are believed; the host's name is always verified
     * @param deadline for each post as a whole
     */
    public CallbackSender(AddressGuard guard, Resolver resolver, SSLContext trust, Duration deadline) {
        this(guard, resolver, trust, deadline, Socket::connect);
    }

    CallbackSender(
            AddressGuard guard,
            Resolver resolver,
            SSLContext trust,
            Duration deadline,
            CallbackConnection.Connector connector) {
        this.guard = guard;
        this.resolver = resolver;
        this.connector = connector;
        this.tls = trust.getSocketFactory();
        this.deadline = deadline;
        watch = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("callback-deadlines").factory());
        watch.setRemoveOnCancelPolicy(true);
    }

    /**
     * Posts a body and says what became of it, after the deadline at the latest.
     *
     * @param url as the merchant wrote it
     * @param headers beside {@code Host}, {@code Content-Length}, {@code Connection} and {@code Accept-Encoding}, which are
     *     the sender's own
     * @throws IllegalArgumentException when a header cannot be sent, which is a fault of ours; never for what the other side
     *     does
     * @throws java.util.concurrent.RejectedExecutionException after {@link #close}
     */
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
        for (var address : addresses) {
            var refusal = guard.refusal(address);
            if (refusal.isPresent()) {
                return new Outcome.Unanswered("address refused: the host has " + refusal.get());
            }
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

    private static SSLContext authorities() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This JDK has no TLS", e);
        }
    }

    /** Takes no more posts; those under way keep their deadline. */
    @Override
    public void close() {
        watch.shutdown();
    }
}
