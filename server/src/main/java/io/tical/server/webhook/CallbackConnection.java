package io.tical.server.webhook;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * One connection for one exchange, which another thread closes at its deadline. A socket timeout does not limit writes,
 * and restarts with every received byte.
 */
final class CallbackConnection implements AutoCloseable {
    private final Connector connector;
    private final long end;
    private final Future<?> alarm;
    private volatile @Nullable Socket plain;
    private @Nullable Socket socket;
    private boolean expired;

    /** Connects a socket; tests replace it. */
    interface Connector {
        void connect(Socket socket, InetSocketAddress to, int timeoutMillis) throws IOException;
    }

    /** @param end the deadline, as {@link System#nanoTime} */
    CallbackConnection(Connector connector, ScheduledExecutorService watch, long end) {
        this.connector = connector;
        this.end = end;
        alarm = watch.schedule(this::expire, left(), TimeUnit.NANOSECONDS);
    }

    /**
     * Connects to the first reachable address. Each attempt has an equal part of the remaining time. Uses only the
     * checked addresses, without resolving the host again.
     */
    void open(List<InetAddress> addresses, int port) throws IOException {
        IOException failure = new SocketTimeoutException();
        for (int i = 0; i < addresses.size() && left() > 0; i++) {
            var partMillis = (int) TimeUnit.NANOSECONDS.toMillis(left() / (addresses.size() - i));
            // Without NO_PROXY, sockets use the proxy in system properties.
            var next = new Socket(Proxy.NO_PROXY);
            use(next);
            try {
                connector.connect(next, new InetSocketAddress(addresses.get(i), port), Math.max(1, partMillis));
                next.setTcpNoDelay(true);
                return;
            } catch (IOException e) {
                next.close();
                failure = e;
            }
        }
        throw failure;
    }

    /** Performs the TLS handshake and verifies the host's certificate. */
    void secure(SSLSocketFactory factory, CallbackUrl to) throws IOException {
        var layered = (SSLSocket) factory.createSocket(connected(plain), to.host(), to.port(), true);
        socket = layered;
        var parameters = layered.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        if (to.named()) {
            parameters.setServerNames(List.of(new SNIHostName(to.host())));
        }
        layered.setSSLParameters(parameters);
        try {
            layered.startHandshake();
        } catch (RuntimeException e) {
            // Providers throw these for invalid keys and certificates.
            throw new SSLException(e);
        }
    }

    void write(byte[] bytes) throws IOException {
        connected(socket).getOutputStream().write(bytes);
    }

    InputStream input() throws IOException {
        return connected(socket).getInputStream();
    }

    /** Whether the deadline closed the connection. */
    synchronized boolean expired() {
        return expired;
    }

    /** Closes TLS and the socket, within the deadline. */
    @Override
    public void close() {
        shut(socket);
        shut(plain);
        alarm.cancel(false);
    }

    private void expire() {
        synchronized (this) {
            expired = true;
        }
        // Not the TLS socket, whose close waits for a pending write.
        shut(plain);
    }

    private synchronized void use(Socket next) throws IOException {
        if (expired) {
            throw new SocketTimeoutException();
        }
        plain = next;
        socket = next;
    }

    private long left() {
        return end - System.nanoTime();
    }

    private static Socket connected(@Nullable Socket socket) {
        return Objects.requireNonNull(socket, "not connected");
    }

    private static void shut(@Nullable Socket socket) {
        if (socket == null) {
            return;
        }
        try {
            socket.close();
        } catch (IOException e) {
            // The exchange is complete, so a failure to close is irrelevant.
        }
    }
}
