package io.tical.server.http.wire;

import io.helidon.common.concurrency.limits.FixedLimit;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.context.Context;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.media.MediaContext;
import io.helidon.webserver.ListenerConfig;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.Router;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Helidon's HTTP/1.1 implementation for the connections of one socket. It reads validated requests, routes them, and
 * writes responses.
 */
public final class Codec {
    private final String name;
    private final Refusals refusals;
    private final Router router;
    private final Http1ConnectionSelector http;
    private final ListenerContext context;
    private final Limit unlimited = FixedLimit.create();

    /** The socket, as the codec sees it. */
    private record SocketContext(
            Context context,
            MediaContext mediaContext,
            ContentEncodingContext contentEncodingContext,
            DirectHandlers directHandlers,
            ListenerConfig config,
            ExecutorService executor)
            implements ListenerContext {}

    /**
     * @param name the name of the socket
     * @param bodyBytesMax the maximum number of bytes of a body that are read, including refused bodies
     * @param failures answers failures outside handlers
     * @param refusals answers requests that never reach the codec
     */
    public Codec(
            String name,
            HttpRouting.Builder routing,
            long bodyBytesMax,
            DirectHandlers failures,
            ContentEncodingContext encodings,
            Refusals refusals) {
        this.name = name;
        this.refusals = refusals;
        this.context = new SocketContext(
                Context.builder().id("listener-" + name).build(),
                MediaContext.create(),
                encodings,
                failures,
                ListenerConfig.builder().maxPayloadSize(bodyBytesMax).buildPrototype(),
                Executors.newVirtualThreadPerTaskExecutor());
        this.router = Router.builder().addRouting(routing).build();
        this.http = Http1ConnectionSelector.builder()
                .config(Http1Config.builder()
                        // Both were validated before; the codec validates only Host.
                        .maxHeadersSize(2 * RequestHead.BYTES_MAX)
                        .maxPrologueLength(2 * RequestHead.BYTES_MAX)
                        .validatePrologue(false)
                        .build())
                .build();
    }

    void start() {
        router.beforeStart();
    }

    void stop() {
        context.executor().close();
        router.afterStop();
    }

    /** Serves a connection until it ends. */
    void serve(ServedConnection connection) throws InterruptedException {
        http.connection(connection).handle(unlimited);
    }

    String name() {
        return name;
    }

    Refusals refusals() {
        return refusals;
    }

    ListenerContext context() {
        return context;
    }

    Router router() {
        return router;
    }
}
