package io.tical.server.http.wire;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.Router;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection that has received a request: one virtual thread reads and answers its requests until it ends. */
record ServedConnection(
        Connection connection,
        Codec codec,
        ListenerContext listenerContext,
        Peer remotePeer,
        Peer localPeer,
        Inbound inbound,
        DataReader dataReader,
        DataWriter dataWriter)
        implements ConnectionContext, Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(ServedConnection.class);

    /** @param received the bytes that were received before */
    static ServedConnection of(Connection connection, Codec codec, Deadlines deadlines, byte[] received)
            throws IOException {
        var socket = connection.channel().socket();
        var outbound = new Outbound(connection, socket.getOutputStream(), deadlines);
        var inbound = new Inbound(connection, socket.getInputStream(), deadlines, codec.refusals(), outbound, received);
        return new ServedConnection(
                connection,
                codec,
                codec.context(),
                new Peer(connection.remote(), inbound::target),
                new Peer((InetSocketAddress) connection.channel().getLocalAddress(), inbound::target),
                inbound,
                DataReader.create(inbound),
                outbound);
    }

    @Override
    public void run() {
        try {
            codec.serve(this);
            inbound.linger();
        } catch (CloseConnectionException | UncheckedIOException ended) {
            LOG.trace("a connection ended", ended);
            inbound.linger();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            connection.end();
        }
    }

    @Override
    public ExecutorService executor() {
        return listenerContext.executor();
    }

    @Override
    public Router router() {
        return codec.router();
    }

    @Override
    public boolean isSecure() {
        return false;
    }

    @Override
    public String socketId() {
        return codec.name();
    }

    @Override
    public String childSocketId() {
        return Integer.toHexString(remotePeer.port());
    }
}
