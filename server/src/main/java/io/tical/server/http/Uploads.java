package io.tical.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.tical.server.input.UploadedFile;
import io.tical.server.problem.Problem;
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
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * The one door for files, of strangers and of merchants. While one is on its way, which may take minutes, and while it waits to
 * be read, it lies in a temporary file. So neither many nor slow senders cost memory, and none holds up the others.
 */
final class Uploads {
    private static final int PLACES = 128;

    /** Uploads of one pay token at a time: one that a weak signal has left hanging, and the next try. */
    private static final int OF_TOKEN_MAX = 2;

    /** When a sender whose share is taken may try again; most uploads are over by then. */
    private static final long SHARE_RETRY_SECONDS = 5;

    private static final int CHUNK_BYTES = 64 * 1024;

    private final Path folder;
    private final int places;
    private final Semaphore free;
    /** How many places each sender has that has one. */
    private final ConcurrentHashMap<String, Integer> taken = new ConcurrentHashMap<>();

    /**
     * @param folder for the temporary files, made when it is needed: not the system's own, which is memory on many machines
     * @param places how many uploads may be on their way or in work at a time
     */
    Uploads(Path folder, int places) {
        this.folder = folder;
        this.places = places;
        this.free = new Semaphore(places);
    }

    Uploads(Path folder) {
        this(folder, PLACES);
    }

    /** How many of the places one sender may have at a time. */
    private record Share(String sender, int most) {}

    /** An address has at most half of the places, however many tokens and keys send from it. */
    private Share ofNetwork(InetAddress source) {
        return new Share("network " + SourceAddress.network(source), places / 2);
    }

    /** So has a merchant, for its own uploads as for those of its payers. */
    private Share ofOrganization(UUID organizationId) {
        return new Share("organization " + organizationId, places / 2);
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

    /** Receives a form that a merchant sends, and hands it on. */
    <A> A receive(ServerRequest request, InetAddress source, UUID organizationId, Function<Form, A> use) {
        return receive(request, List.of(ofOrganization(organizationId), ofNetwork(source)), use);
    }

    /** Receives a form that whoever has a token sends, and hands it on. See {@link PublicCall#file}. */
    <A> A receive(ServerRequest request, InetAddress source, PublicCall.Sender sender, Function<Form, A> use) {
        return receive(
                request,
                List.of(
                        new Share("token " + sender.token(), OF_TOKEN_MAX),
                        ofOrganization(sender.organizationId()),
                        ofNetwork(source)),
                use);
    }

    private <A> A receive(ServerRequest request, List<Share> shares, Function<Form, A> use) {
        if (request.headers().contains(HeaderNames.CONTENT_ENCODING)) {
            throw new Problem.UnsupportedMedia("Send the form without Content-Encoding");
        }
        var boundary = Multipart.boundary(
                request.headers().contains(HeaderNames.CONTENT_TYPE)
                        ? request.headers().get(HeaderNames.CONTENT_TYPE).get()
                        : "");
        enter(shares);
        try (var form = nameless()) {
            if (request.content().hasEntity()) {
                store(request.content().inputStream(), form);
            }
            return use.apply(new Form(form, boundary));
        } catch (IOException e) {
            throw new UncheckedIOException("an upload could not be put into a temporary file", e);
        } finally {
            leave(shares);
            free.release();
        }
    }

    /** The shares come first: who has no place of its own left takes none of the others'. */
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
            throw busy();
        }
    }

    private void leave(List<Share> shares) {
        shares.forEach(
                share -> taken.computeIfPresent(share.sender(), (sender, count) -> count > 1 ? count - 1 : null));
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
