package io.tical.server.http.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections that share a limit of 8,000 bytes. */
class ByteBudgetTest {
    private static final long FAR = Long.MAX_VALUE - 1;

    private final Limits limits = Limits.ofProcess(address -> false, InetAddress::getHostAddress);
    private final Connections connections = new Connections(10);
    private final ByteBudget budget = new ByteBudget(8_000);
    private final List<SocketChannel> channels = new ArrayList<>();
    private ServerSocketChannel server;

    @BeforeEach
    void open() throws IOException {
        server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        budget.watch(connections);
    }

    @AfterEach
    void close() throws IOException {
        for (var channel : channels) {
            channel.close();
        }
        server.close();
    }

    private Connection connection(Connection.Phase phase, long heldBytes) throws IOException {
        channels.add(SocketChannel.open(server.getLocalAddress()));
        var accepted = server.accept();
        channels.add(accepted);
        var connection = new Connection(accepted, connections, limits, budget, new ClientErrorLog());
        assertThat(connections.admit(connection)).isTrue();
        connection.enter(phase, FAR);
        connection.hold(heldBytes);
        return connection;
    }

    @Test
    void theLargestIsClosedBeforeTheLimitIsReachedSoThatOthersNeedNotWait() throws IOException {
        var large = connection(Connection.Phase.BODY, 5_000);
        var small = connection(Connection.Phase.BODY, 2_500);

        small.makeRoom();

        assertThat(large.evicted()).isTrue();
        assertThat(small.evicted()).isFalse();
    }

    @Test
    void nothingIsClosedWhileEnoughIsLeft() throws IOException {
        var large = connection(Connection.Phase.BODY, 5_000);

        connection(Connection.Phase.BODY, 2_000).makeRoom();

        assertThat(large.evicted()).isFalse();
    }

    @Test
    void aConnectionWaitsWhileTheLimitIsExceededAndGoesOnWhenClosedOnesHaveEnded() throws Exception {
        var large = connection(Connection.Phase.BODY, 9_000);
        var small = connection(Connection.Phase.BODY, 100);
        var waiting = Thread.ofVirtual().start(small::awaitRoom);
        while (!large.evicted()) {
            Thread.onSpinWait();
        }

        assertThat(waiting.isAlive()).isTrue();
        large.end();

        waiting.join();
        assertThat(small.awaitRoom()).isTrue();
    }

    @Test
    void aRequestThatIsBeingHandledIsNeverClosed() throws IOException {
        var handled = connection(Connection.Phase.HANDLING, 9_000);

        handled.makeRoom();

        assertThat(handled.evicted()).isFalse();
    }
}
