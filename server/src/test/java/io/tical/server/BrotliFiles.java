package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.brotli.dec.BrotliInputStream;

/** The files of a page as the build has compressed them. */
public final class BrotliFiles {
    private BrotliFiles() {}

    /** Fails if a file is not sent in Brotli, or is not the plain one, or is larger than in gzip. Skips where no build can make it. */
    public static void check(String address) throws IOException, InterruptedException {
        assumeTrue(Brotli4jLoader.isAvailable(), "Skipped: there is no Brotli for this platform.");
        try (var client = HttpClient.newHttpClient()) {
            var plain = get(client, address, "identity");
            var gzip = get(client, address, "gzip");
            var brotli = get(client, address, "gzip, deflate, br");
            assertThat(encoding(brotli)).as(address).isEqualTo("br");
            assertThat(brotli.body()).hasSizeLessThan(gzip.body().length);
            assertThat(brotli.headers().map()).containsKeys("vary", "cache-control", "x-content-type-options");
            for (var header : new String[] {"Content-Type", "Vary", "Cache-Control", "X-Content-Type-Options"}) {
                assertThat(brotli.headers().allValues(header))
                        .isEqualTo(plain.headers().allValues(header));
            }
            try (var decoded = new BrotliInputStream(new ByteArrayInputStream(brotli.body()))) {
                assertThat(decoded.readAllBytes()).isEqualTo(plain.body());
            }
        }
    }

    private static String encoding(HttpResponse<?> answer) {
        return answer.headers().firstValue("Content-Encoding").orElse("");
    }

    private static HttpResponse<byte[]> get(HttpClient client, String address, String accepted)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(address)).header("Accept-Encoding", accepted);
        var answer = client.send(request.build(), BodyHandlers.ofByteArray());
        assertThat(answer.statusCode()).as(address).isEqualTo(200);
        return answer;
    }
}
