package io.tical.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.tical.db.FullDisk;
import io.tical.server.input.UploadedFile;
import io.tical.server.problem.Problem;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * Receives all uploaded files. A file is stored in a temporary file while it is received, which may take minutes, and
 * until it is read. So many or slow uploads use little memory and do not delay each other.
 */
final class Uploads {
    private static final int PLACES = 128;

    /** Concurrent uploads of one pay token: a stalled one and its retry. */
    private static final int OF_TOKEN_MAX = 2;

    /** The retry delay for a sender that has used its share. */
    private static final long SHARE_RETRY_SECONDS = 5;

    private static final int CHUNK_BYTES = 64 * 1024;

    private final UploadFolder folder;
    private final int places;
    private final Semaphore free;
    /** The current uploads of each sender. */
    private final ConcurrentHashMap<String, Integer> taken = new ConcurrentHashMap<>();

    /**
     * @param places the maximum number of concurrent uploads
     */
    Uploads(UploadFolder folder, int places) {
        this.folder = folder;
        this.places = places;
        this.free = new Semaphore(places);
    }

    Uploads(UploadFolder folder) {
        this(folder, PLACES);
    }

    /** The maximum number of concurrent uploads of one sender. */
    private record Share(String sender, int most) {}

    /** A network may use at most half of the uploads, regardless of its tokens and keys. */
    private Share ofNetwork(InetAddress source) {
        return new Share("network " + SourceAddress.network(source), places / 2);
    }

    /** A merchant may use at most half of the uploads, including those of its payers. */
    private Share ofOrganization(UUID organizationId) {
        return new Share("organization " + organizationId, places / 2);
    }

    /** A completely received form on disk. */
    record Form(FileChannel channel, int length, String boundary) {
        /** See {@link Multipart#file}. */
        UploadedFile file(String field, int bytesMax) {
            // Maps the file; closing the arena releases the mapping.
            try (var arena = Arena.ofConfined()) {
                var form = length == 0
                        ? ByteBuffer.allocate(0)
                        : channel.map(FileChannel.MapMode.READ_ONLY, 0, length, arena)
                                .asByteBuffer();
                var part = Multipart.file(form, boundary, field, bytesMax);
                return new StoredFile(channel, part.from(), part.length());
            } catch (IOException e) {
                throw new UncheckedIOException("an upload could not be read again", e);
            }
        }

        /** The whole form, as sent. */
        UploadedFile whole() {
            return new StoredFile(channel, 0, length);
        }
    }

    /**
     * A part of a form in a temporary file.
     *
     * @param from the offset in the form, in bytes
     * @param length the length in bytes
     */
    private record StoredFile(FileChannel form, int from, int length) implements UploadedFile {
        private static final int BUFFER_BYTES = 32 * 1024;

        @Override
        public InputStream open() {
            return new BufferedInputStream(new Reading(), BUFFER_BYTES);
        }

        /** Has its own position, so several readers may be open concurrently. */
        private final class Reading extends InputStream {
            private int at;

            @Override
            public int read() throws IOException {
                var one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] bytes, int offset, int count) throws IOException {
                var wanted = Math.min(count, length - at);
                if (wanted <= 0) {
                    return count == 0 ? 0 : -1;
                }
                var read = form.read(ByteBuffer.wrap(bytes, offset, wanted), (long) from + at);
                at += Math.max(read, 0);
                return read;
            }
        }
    }

    /** Receives a form of a merchant and passes it on. */
    <A> A receive(ServerRequest request, InetAddress source, UUID organizationId, Function<Form, A> use) {
        return receive(request, List.of(ofOrganization(organizationId), ofNetwork(source)), use);
    }

    /** Receives a form of a sender with a token and passes it on. See {@link PublicCall#file}. */
    <A> A receive(ServerRequest request, InetAddress source, PublicCall.Sender sender, Function<Form, A> use) {
        return receive(
                request,
                List.of(
                        new Share("token " + sender.token(), OF_TOKEN_MAX),
                        ofOrganization(sender.organizationId()),
                        ofNetwork(source)),
                use);
    }

    /** Receives a form of a signed-in user and passes it on. */
    <A> A receive(ServerRequest request, InetAddress source, Function<Form, A> use) {
        return receive(request, List.of(ofNetwork(source)), use);
    }

    private <A> A receive(ServerRequest request, List<Share> shares, Function<Form, A> use) {
        if (request.headers().contains(HeaderNames.CONTENT_ENCODING)) {
            throw new Problem.UnsupportedMedia("Send the form without Content-Encoding");
        }
        var boundary = Multipart.boundary(
                request.headers().first(HeaderNames.CONTENT_TYPE).orElse(""));
        enter(shares);
        try (var form = nameless()) {
            if (request.content().hasEntity()) {
                store(request.content().inputStream(), form);
            }
            return use.apply(new Form(form, Math.toIntExact(form.position()), boundary));
        } catch (IOException e) {
            if (FullDisk.isCause(e)) {
                folder.fullDisk().failed("an upload below " + folder.path(), folder.path(), e);
                throw Problem.Unavailable.full();
            }
            throw new UncheckedIOException("an upload could not be stored in a temporary file", e);
        } finally {
            leave(shares);
            free.release();
        }
    }

    /** Checks the shares first, so that a sender without a share left takes no permit. */
    private void enter(List<Share> shares) {
        for (int i = 0; i < shares.size(); i++) {
            var share = shares.get(i);
            if (taken.merge(share.sender(), 1, Integer::sum) > share.most()) {
                leave(shares.subList(0, i + 1));
                throw new Problem.RateLimited(SHARE_RETRY_SECONDS);
            }
        }
        if (!free.tryAcquire()) {
            leave(shares);
            throw new Problem.Unavailable(
                    "SERVICE_UNAVAILABLE", "Too many files are being uploaded; try again in a few seconds");
        }
    }

    private void leave(List<Share> shares) {
        shares.forEach(
                share -> taken.computeIfPresent(share.sender(), (sender, count) -> count > 1 ? count - 1 : null));
    }

    /** Creates a deleted temporary file, which disappears with the process. */
    private FileChannel nameless() throws IOException {
        Files.createDirectories(folder.path());
        var path = Files.createTempFile(folder.path(), "upload-", null);
        try {
            return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } finally {
            Files.delete(path);
        }
    }

    /** Does not close the stream, because closing would read beyond a malformed chunk. */
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
}
