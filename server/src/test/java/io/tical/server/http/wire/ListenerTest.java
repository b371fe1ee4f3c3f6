package io.tical.server.http.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A listener whose socket cannot accept for a while. */
class ListenerTest {
    private static final InetSocketAddress ANY = new InetSocketAddress("127.0.0.1", 0);

    private final Limits limits = Limits.ofProcess(address -> false, InetAddress::getHostAddress);
    private @Nullable Listener listener;

    /** Fails so often before it accepts. */
    private static final class Failing extends ServerSocketChannel {
        private final ServerSocketChannel channel = ServerSocketChannel.open();
        private final AtomicInteger failures;
        private final Throwable failure;

        Failing(int failures, Throwable failure) throws IOException {
            super(SelectorProvider.provider());
            this.failures = new AtomicInteger(failures);
            this.failure = failure;
        }

        @Override
        public SocketChannel accept() throws IOException {
            if (failures.getAndDecrement() > 0) {
                switch (failure) {
                    case IOException e -> throw e;
                    case Error e -> throw e;
                    default -> throw new IllegalStateException(failure);
                }
            }
            return channel.accept();
        }

        @Override
        public ServerSocketChannel bind(SocketAddress local, int backlog) throws IOException {
            channel.bind(local, backlog);
            return this;
        }

        @Override
        public <T> ServerSocketChannel setOption(SocketOption<T> name, T value) throws IOException {
            channel.setOption(name, value);
            return this;
        }

        @Override
        public <T> T getOption(SocketOption<T> name) throws IOException {
            return channel.getOption(name);
        }

        @Override
        public Set<SocketOption<?>> supportedOptions() {
            return channel.supportedOptions();
        }

        @Override
        public ServerSocket socket() {
            return channel.socket();
        }

        @Override
        public SocketAddress getLocalAddress() throws IOException {
            return channel.getLocalAddress();
        }

        @Override
        protected void implCloseSelectableChannel() throws IOException {
            channel.close();
        }

        @Override
        protected void implConfigureBlocking(boolean block) throws IOException {
            channel.configureBlocking(block);
        }
    }

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

    private Listener listen(ServerSocketChannel socket) throws IOException {
        var routing = HttpRouting.builder().get("/", (request, response) -> response.send("here"));
        var codec = new Codec("test", routing, 1_000, DirectHandlers.create(), ContentEncodingContext.create(), SILENT);
        socket.bind(ANY);
        var started = new Listener(
                codec, socket, limits, new Connections("test", 10), new ByteBudget(10_000), new ClientErrorLog());
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

    private static String ask(int port) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void itGoesOnAfterTheProcessHadNoMoreDescriptors() throws IOException {
        var socket = new Failing(5, new SocketException("Too many open files"));
        var started = listen(socket);

        assertThat(ask(socket.socket().getLocalPort()))
                .startsWith("HTTP/1.1 200 ")
                .endsWith("here");
        await().atMost(Duration.ofSeconds(5)).until(() -> started.state().failure() == null);
        assertThat(started.state().accepting()).isTrue();
    }

    @Test
    void itGoesOnAfterAnError() throws IOException {
        var socket = new Failing(3, new StackOverflowError("of a test"));
        listen(socket);

        assertThat(ask(socket.socket().getLocalPort())).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void itIsDownWhenAcceptingHasFailedForAWhileAndTellsWhy() throws IOException {
        var started = listen(new Failing(Integer.MAX_VALUE, new SocketException("Too many open files")));

        await().atMost(Duration.ofSeconds(5)).until(() -> started.state().failure() != null);
        assertThat(started.state().failure()).contains("Too many open files");
        await().atMost(Duration.ofSeconds(20)).until(() -> !started.state().accepting());
    }

    @Test
    void itIsDownWhenItsSocketIsGone() throws IOException {
        var started = listen(ServerSocketChannel.open());
        assertThat(started.state().accepting()).isTrue();

        started.close();

        assertThat(started.state().accepting()).isFalse();
    }
}
