package io.tical.server.http.wire;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.PeerInfo;
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
final class ServedConnection implements ConnectionContext, Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(ServedConnection.class);

    private final Connection connection;
    private final Codec codec;
    private final Peer remote;
    private final Peer local;
    private final Inbound inbound;
    private final DataReader reader;
    private final Outbound outbound;

    /**
     * @param received the bytes that were received before
     * @param heldBytes what the connection holds for them
     */
    ServedConnection(Connection connection, Codec codec, Deadlines deadlines, byte[] received, long heldBytes)
            throws IOException {
        this.connection = connection;
        this.codec = codec;
        this.outbound = new Outbound(connection, connection.output(), deadlines);
        this.inbound =
                new Inbound(connection, connection.input(), deadlines, codec.refusals(), outbound, received, heldBytes);
        this.reader = new DataReader(inbound);
        this.remote = new Peer(connection.remote(), inbound::target);
        this.local = new Peer((InetSocketAddress) connection.channel().getLocalAddress(), inbound::target);
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
    public ListenerContext listenerContext() {
        return codec;
    }

    @Override
    public ExecutorService executor() {
        return codec.executor();
    }

    @Override
    public DataWriter dataWriter() {
        return outbound;
    }

    @Override
    public DataReader dataReader() {
        return reader;
    }

    @Override
    public Router router() {
        return codec.router();
    }

    @Override
    public PeerInfo remotePeer() {
        return remote;
    }

    @Override
    public PeerInfo localPeer() {
        return local;
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
        return Integer.toHexString(remote.port());
    }
}
