package io.tical.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Responses in gzip, for clients that accept it. */
final class Compression {
    static final String GZIP = "gzip";

    /** Smaller bodies are not compressed, because the client would save nothing. */
    private static final int BYTES_MIN = 1_000;

    private Compression() {}

    /** Whether the client accepts gzip; a weight of 0 refuses it. */
    static boolean accepted(ServerRequest request) {
        var headers = request.headers();
        return headers.contains(HeaderNames.ACCEPT_ENCODING)
                && headers.get(HeaderNames.ACCEPT_ENCODING).allValues().stream()
                        .flatMap(line -> Arrays.stream(line.split(",")))
                        .map(coding -> coding.replace(" ", ""))
                        .anyMatch(coding -> coding.equals(GZIP)
                                || (coding.startsWith(GZIP + ";q=") && !coding.matches("gzip;q=0(\\.0*)?")));
    }

    /** A body for this client, compressed if the client accepts gzip and it becomes smaller; sets the headers accordingly. */
    static byte[] packed(ServerRequest request, ServerResponse response, byte[] body) {
        response.headers().add(HeaderValues.create(HeaderNames.VARY, "Accept-Encoding"));
        if (body.length < BYTES_MIN || !accepted(request)) {
            return body;
        }
        response.header("Content-Encoding", GZIP);
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
