package io.tical.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * The one door for files, of strangers and of merchants. While one is on its way, which may take minutes, and while it waits to
 * be read, it lies in a temporary file. So neither many nor slow senders cost memory, and none holds up the others.
 */
final class Uploads {
    private static final int UNDER_WAY_MAX = 128;
    /** Of one network: many people may share an address, but few send at the same moment. */
    private static final int OF_STRANGERS_NETWORK_MAX = 8;
    /** A merchant's server sends the slips of many payers. */
    private static final int OF_MERCHANTS_NETWORK_MAX = 64;

    private static final int CHUNK_BYTES = 64 * 1024;
    private final Path folder;
    private final int ofOneNetworkMax;
    private final Semaphore underWay = new Semaphore(UNDER_WAY_MAX);
    private final ConcurrentHashMap<String, Integer> networks = new ConcurrentHashMap<>();

    /**
     * @param folder for the temporary files, made when it is needed: not the system's own, which is memory on many machines
     * @param ofOneNetworkMax how many of one network may be on their way
     */
    Uploads(Path folder, int ofOneNetworkMax) {
        this.folder = folder;
        this.ofOneNetworkMax = ofOneNetworkMax;
    }

    static Uploads ofStrangers(Path folder) {
        return new Uploads(folder, OF_STRANGERS_NETWORK_MAX);
    }

    static Uploads ofMerchants(Path folder) {
        return new Uploads(folder, OF_MERCHANTS_NETWORK_MAX);
    }

    /** A form that has come in whole and lies on disk. */
    record Form(FileChannel channel, String boundary) {
        /** See {@link Multipart#file}. */
        UploadedFile file(String field, int bytesMax) {
            // The pages that are looked at are the file's own, and given back with the arena.
            try (var arena = Arena.ofConfined()) {
                var form = channel.size() == 0
                        ? ByteBuffer.allocate(0)
                        : channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena)
                                .asByteBuffer();
                var part = Multipart.file(form, boundary, field, bytesMax);
                return new StoredFile(channel, part.from(), part.length());
            } catch (IOException e) {
                throw new UncheckedIOException("an upload could not be read again", e);
            }
        }

        /** All of the form, as it was sent. */
        UploadedFile whole() {
            try {
                return new StoredFile(channel, 0, Math.toIntExact(channel.size()));
            } catch (IOException e) {
                throw new UncheckedIOException("an upload could not be read again", e);
            }
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
        try (var form = nameless()) {
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
            return use.apply(new Form(form, boundary));
        } catch (IOException e) {
            throw new UncheckedIOException("an upload could not be put into a temporary file", e);
        } finally {
            underWay.release();
        }
    }

    /** A file that has no name any more, and is gone with the process. */
    private FileChannel nameless() throws IOException {
        Files.createDirectories(folder);
        var path = Files.createTempFile(folder, "upload-", null);
        try {
            return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } finally {
            Files.delete(path);
        }
    }

    /** The stream is not closed: closing would read on, and what follows a broken chunk is not this request's. */
    private void store(InputStream body, FileChannel form) throws IOException {
        var chunk = new byte[CHUNK_BYTES];
        while (true) {
            var read = RequestBody.read(body, chunk, 0, Framing.BODY_BYTES_MAX);
            if (read < 0) {
                return;
            }
            if (form.position() + read > Framing.BODY_BYTES_MAX) {
                throw new Problem.TooLarge(Framing.BODY_BYTES_MAX);
            }
            for (var bytes = ByteBuffer.wrap(chunk, 0, read); bytes.hasRemaining(); ) {
                form.write(bytes);
            }
        }
    }

    private static Problem busy() {
        return new Problem.Unavailable(
                "SERVICE_UNAVAILABLE", "Too many files are being received now; send it again in a moment");
    }
}
