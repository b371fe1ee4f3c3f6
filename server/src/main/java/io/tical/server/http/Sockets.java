package io.tical.server.http;

import io.tical.server.http.wire.Listeners;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The three open sockets: {@code api} for merchants, {@code pay} for payers, {@code admin} for operators and
 * monitoring. They are bound, and the kernel queues connections until {@link HttpServer#start} accepts them.
 */
public record Sockets(ServerSocketChannel api, ServerSocketChannel pay, ServerSocketChannel admin)
        implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Sockets.class);

    /**
     * The address of a socket.
     *
     * @param host an address of this machine
     * @param port 0 to 65535; 0 selects a free port
     */
    public record Address(String host, int port) {}

    /** The bound ports. */
    public record Ports(int api, int pay, int admin) {}

    /** A socket could not be opened. */
    public static final class NotOpened extends RuntimeException {
        private NotOpened(Address address, IOException cause) {
            super(
                    "Port " + address.port() + " on " + address.host() + " cannot be opened: " + cause.getMessage(),
                    cause);
        }
    }

    /** @throws NotOpened if a port cannot be opened; then none is open */
    public static Sockets open(Address api, Address pay, Address admin) {
        var opened = new ArrayList<ServerSocketChannel>();
        try {
            for (var address : List.of(api, pay, admin)) {
                opened.add(open(address));
            }
            return new Sockets(opened.get(0), opened.get(1), opened.get(2));
        } catch (NotOpened failure) {
            opened.forEach(Sockets::close);
            throw failure;
        }
    }

    private static ServerSocketChannel open(Address address) {
        try {
            return Listeners.bind(new InetSocketAddress(address.host(), address.port()));
        } catch (IOException e) {
            throw new NotOpened(address, e);
        }
    }

    public Ports ports() {
        return new Ports(
                api.socket().getLocalPort(),
                pay.socket().getLocalPort(),
                admin.socket().getLocalPort());
    }

    @Override
    public void close() {
        close(api);
        close(pay);
        close(admin);
    }

    private static void close(ServerSocketChannel socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("port {} did not close", socket.socket().getLocalPort(), e);
        }
    }
}
