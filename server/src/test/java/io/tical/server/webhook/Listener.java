package io.tical.server.webhook;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A server on a loopback address that counts who connects and answers with whatever bytes a test wants, or none. */
final class Listener implements AutoCloseable {
    private final ServerSocket server;
    private final AtomicInteger connections = new AtomicInteger();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** What happens on one connection; it is closed afterwards. */
    interface Conversation {
        void with(Socket socket) throws Exception;
    }

    Listener(String address, Conversation conversation) throws IOException {
        server = new ServerSocket();
        listen(address, 0, conversation);
    }

    private void listen(String address, int port, Conversation conversation) throws IOException {
        server.bind(new InetSocketAddress(InetAddress.ofLiteral(address), port), 512);
        Thread.ofVirtual().start(() -> accept(conversation));
    }

    /** Reads the request and answers with these bytes, one for each character. */
    static Listener answering(String answer) throws IOException {
        return answering("127.0.0.1", answer);
    }

    static Listener answering(String address, String answer) throws IOException {
        return answering(address, request -> answer);
    }

    /** Reads the request and answers what the test makes of it. */
    static Listener answering(UnaryOperator<String> answer) throws IOException {
        return answering("127.0.0.1", answer);
    }

    private static Listener answering(String address, UnaryOperator<String> answer) throws IOException {
        return new Listener(new ServerSocket(), address, 0, answer);
    }

    /** The same, over a socket of another kind that is not bound yet. */
    Listener(ServerSocket server, String address, int port, UnaryOperator<String> answer) throws IOException {
        this.server = server;
        listen(address, port, socket -> {
            var request = request(socket);
            socket.getOutputStream().write(answer.apply(request).getBytes(StandardCharsets.ISO_8859_1));
        });
    }

    private void accept(Conversation conversation) {
        while (!server.isClosed()) {
            try {
                var socket = server.accept();
                connections.incrementAndGet();
                open.add(socket);
                Thread.ofVirtual().start(() -> converse(socket, conversation));
            } catch (IOException e) {
                // Closed, which ends the loop.
            }
        }
    }

    private void converse(Socket socket, Conversation conversation) {
        try (socket) {
            conversation.with(socket);
        } catch (Exception e) {
            // The other side went away, as many tests want it to.
        } finally {
            open.remove(socket);
        }
    }

    /** Reads one whole request and keeps it. */
    String request(Socket socket) throws IOException {
        var in = socket.getInputStream();
        var head = head(in);
        var length = head.lines()
                .filter(line -> line.startsWith("Content-Length: "))
                .mapToInt(line -> Integer.parseInt(line.substring("Content-Length: ".length())))
                .findFirst()
                .orElse(0);
        var request = head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
        requests.add(request);
        return request;
    }

    private static String head(InputStream in) throws IOException {
        var head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            var next = in.read();
            if (next < 0) {
                throw new IOException("no request");
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    int port() {
        return server.getLocalPort();
    }

    String url() {
        return "http://127.0.0.1:" + port() + "/hooks";
    }

    int connections() {
        return connections.get();
    }

    /** Connections whose conversation has not ended. */
    int open() {
        return open.size();
    }

    List<String> requests() {
        return requests;
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (var socket : open) {
            socket.close();
        }
    }
}
