package io.tical.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Responses in gzip, for clients that accept it. */
final class Compression {
    /** Smaller bodies are not compressed, because the client would save nothing. */
    private static final int BYTES_MIN = 1_000;

    private static final Set<Coding> CODINGS = Set.of(Coding.GZIP);

    private Compression() {}

    /** A body for this client, compressed if the client accepts gzip and it becomes smaller; sets the headers accordingly. */
    static byte[] packed(ServerRequest request, ServerResponse response, byte[] body) {
        response.headers().add(HeaderValues.create(HeaderNames.VARY, "Accept-Encoding"));
        if (body.length < BYTES_MIN || Coding.chosen(request, CODINGS).isEmpty()) {
            return body;
        }
        response.header("Content-Encoding", Coding.GZIP.token());
        return gzip(body, Deflater.DEFAULT_COMPRESSION);
    }

    /** @param level of {@link Deflater} */
    static byte[] gzip(byte[] bytes, int level) {
        var packed = new ByteArrayOutputStream(bytes.length / 2);
        try (var out = new GZIPOutputStream(packed) {
            {
                def.setLevel(level);
            }
        }) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}
