package io.tical.server.http.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A listener whose socket cannot accept for a while. */
class ListenerTest {
    private static final InetSocketAddress ANY = new InetSocketAddress("127.0.0.1", 0);

    private static final SocketException OUT_OF_FILES = new SocketException("Too many open files");

    private final Limits limits = Limits.ofProcess(address -> false, InetAddress::getHostAddress);
    private @Nullable Listener listener;
    private int port;

    private static final Refusals SILENT = new Refusals() {
        @Override
        public byte[] malformed(Violation violation, @Nullable String requestId, boolean head) {
            return new byte[0];
        }

        @Override
        public byte[] incomplete(@Nullable String requestId, boolean head) {
            return new byte[0];
        }

        @Override
        public byte[] timedOut(@Nullable String requestId, boolean head) {
            return new byte[0];
        }
    };

    /** Starts a listener that fails so often before it accepts. */
    private Listener listen(int failures, Throwable failure) throws IOException {
        var socket = ServerSocketChannel.open();
        var left = new AtomicInteger(failures);
        var routing = HttpRouting.builder().get("/", (request, response) -> response.send("here"));
        var codec = new Codec("test", routing, 1_000, DirectHandlers.create(), ContentEncodingContext.create(), SILENT);
        socket.bind(ANY);
        port = socket.socket().getLocalPort();
        Listener.Accepting accepting = () -> {
            if (left.getAndDecrement() > 0) {
                switch (failure) {
                    case IOException e -> throw e;
                    case Error e -> throw e;
                    default -> throw new IllegalStateException(failure);
                }
            }
            return socket.accept();
        };
        var started = new Listener(
                codec, socket, accepting, limits, new Connections(10), new ByteBudget(10_000), new ClientErrorLog());
        listener = started;
        started.start();
        return started;
    }

    @AfterEach
    void close() {
        if (listener != null) {
            listener.close();
            listener.ended();
        }
    }

    private String ask() throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void acceptingGoesOnAfterTheProcessHadNoMoreDescriptors() throws IOException {
        var started = listen(5, OUT_OF_FILES);

        assertThat(ask()).startsWith("HTTP/1.1 200 ").endsWith("here");
        await().atMost(Duration.ofSeconds(60)).until(() -> started.state().failure() == null);
        assertThat(started.state().accepting()).isTrue();
    }

    @Test
    void acceptingGoesOnAfterAnError() throws IOException {
        listen(3, new StackOverflowError("of a test"));

        assertThat(ask()).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void theHealthCheckFailsWithTheReasonWhenAcceptingHasFailedForAWhile() throws IOException {
        var started = listen(Integer.MAX_VALUE, OUT_OF_FILES);

        try (var client = new Socket(InetAddress.getLoopbackAddress(), port)) {
            assertThat(client.isConnected()).isTrue();
            await().atMost(Duration.ofSeconds(60)).until(() -> started.state().failure() != null);
            assertThat(started.state().failure()).contains("Too many open files");
            await().atMost(Duration.ofSeconds(90)).until(() -> !started.state().accepting());
        }
    }

    @Test
    void theHealthCheckFailsWhenTheSocketIsClosed() throws IOException {
        var started = listen(0, OUT_OF_FILES);
        assertThat(started.state().accepting()).isTrue();

        started.close();

        assertThat(started.state().accepting()).isFalse();
    }
}
