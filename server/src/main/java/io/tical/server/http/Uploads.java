package io.tical.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.RequestException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Receives files from strangers. While one is on its way, which may take minutes, it lies in a temporary file; only whole
 * forms are taken into memory, a few at a time. So neither many nor slow senders cost memory, and none holds up the others.
 */
final class Uploads {
    private static final int UNDER_WAY_MAX = 128;
    /** Of one network: many people may share an address, but few send at the same moment. */
    private static final int OF_STRANGERS_NETWORK_MAX = 8;
    /** A merchant's server sends the slips of many payers. */
    private static final int OF_MERCHANTS_NETWORK_MAX = 64;

    private static final int IN_MEMORY_MAX = 6;
    private static final int CHUNK_BYTES = 64 * 1024;
    /** A phone with a weak signal sends 10 MB in it. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    /** Who has sent less in a second, on average, is not waited for once this has passed. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final long BYTES_PER_SECOND_MIN = 4_000;
    private static final Duration TURN = Duration.ofSeconds(20);

    private final int ofOneNetworkMax;
    private final Duration longest;
    private final Semaphore underWay = new Semaphore(UNDER_WAY_MAX);
    private final Semaphore inMemory = new Semaphore(IN_MEMORY_MAX, true);
    private final ConcurrentHashMap<String, Integer> networks = new ConcurrentHashMap<>();

    /**
     * @param ofOneNetworkMax how many of one network may be on their way
     * @param longest how long one form may be on its way
     */
    Uploads(int ofOneNetworkMax, Duration longest) {
        this.ofOneNetworkMax = ofOneNetworkMax;
        this.longest = longest;
    }

    static Uploads ofStrangers() {
        return new Uploads(OF_STRANGERS_NETWORK_MAX, LONGEST);
    }

    static Uploads ofMerchants() {
        return new Uploads(OF_MERCHANTS_NETWORK_MAX, LONGEST);
    }

    /** A form that has come in whole. */
    record Form(byte[] body, String boundary) {
        /** See {@link Multipart#file}. */
        byte[] file(String field, int bytesMax) {
            return Multipart.file(body, boundary, field, bytesMax);
        }
    }

    /** Receives a form and hands it on. See {@link PublicCall#file}. */
    <A> A receive(ServerRequest request, InetAddress source, Function<Form, A> use) {
        if (request.headers().contains(HeaderNames.CONTENT_ENCODING)) {
            throw new Problem.UnsupportedMedia("Send the form without Content-Encoding");
        }
        var boundary = Multipart.boundary(
                request.headers().contains(HeaderNames.CONTENT_TYPE)
                        ? request.headers().get(HeaderNames.CONTENT_TYPE).get()
                        : "");
        var network = SourceAddress.network(source);
        if (!underWay.tryAcquire()) {
            throw busy();
        }
        try (var form = FileChannel.open(
                Files.createTempFile("tical-upload-" + ProcessHandle.current().pid() + "-", null),
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE)) {
            try {
                if (networks.merge(network, 1, Integer::sum) > ofOneNetworkMax) {
                    throw busy();
                }
                if (request.content().hasEntity()) {
                    store(request.content().inputStream(), form);
                }
            } finally {
                networks.computeIfPresent(network, (of, count) -> count > 1 ? count - 1 : null);
            }
            return used(form, boundary, use);
        } catch (IOException e) {
            throw new UncheckedIOException("an upload could not be put into a temporary file", e);
        } finally {
            underWay.release();
        }
    }

    /** The stream is not closed: closing would read on, and what follows a broken chunk is not this request's. */
    private void store(InputStream body, FileChannel form) throws IOException {
        var start = System.nanoTime();
        var chunk = new byte[CHUNK_BYTES];
        while (true) {
            var read = read(body, chunk);
            if (read < 0) {
                return;
            }
            if (form.position() + read > Framing.BODY_BYTES_MAX) {
                throw new Problem.TooLarge(Framing.BODY_BYTES_MAX);
            }
            for (var bytes = ByteBuffer.wrap(chunk, 0, read); bytes.hasRemaining(); ) {
                form.write(bytes);
            }
            if (tooSlow(Duration.ofNanos(System.nanoTime() - start), form.position())) {
                throw new Problem.BrokenBody();
            }
        }
    }

    private boolean tooSlow(Duration taken, long bytes) {
        return taken.compareTo(longest) > 0
                || (taken.compareTo(PATIENCE) > 0 && bytes < BYTES_PER_SECOND_MIN * taken.toSeconds());
    }

    private static int read(InputStream body, byte[] chunk) {
        try {
            return body.read(chunk);
        } catch (RequestException refused) {
            throw refused.status().code() == 413
                    ? new Problem.TooLarge(Framing.BODY_BYTES_MAX)
                    : new Problem.BrokenBody();
        } catch (IOException | RuntimeException broken) {
            throw new Problem.BrokenBody();
        }
    }

    private <A> A used(FileChannel form, String boundary, Function<Form, A> use) throws IOException {
        try {
            if (!inMemory.tryAcquire(TURN.toMillis(), TimeUnit.MILLISECONDS)) {
                throw busy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.Unavailable.service();
        }
        try {
            return use.apply(new Form(read(form), boundary));
        } finally {
            inMemory.release();
        }
    }

    private static byte[] read(FileChannel form) throws IOException {
        var bytes = ByteBuffer.allocate(Math.toIntExact(form.size()));
        form.position(0);
        while (bytes.hasRemaining() && form.read(bytes) >= 0) {
            // reads on
        }
        return bytes.array();
    }

    private static Problem busy() {
        return new Problem.Unavailable(
                "SERVICE_UNAVAILABLE", "Too many files are being received now; send it again in a moment");
    }
}
