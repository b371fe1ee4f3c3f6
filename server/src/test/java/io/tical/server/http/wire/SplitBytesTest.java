package io.tical.server.http.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The same bytes mean the same, however they were cut into packets. */
class SplitBytesTest {
    private static final long SEED = 20_261_121;
    private static final String HEAD =
            "POST /v1/a%20b/c?x=%2F&y HTTP/1.1\r\nHost: x\r\nX-Request-ID: some.id\r\nContent-Type: "
                    + "Multipart/form-data; boundary=b\r\nContent-Length:\t 120 \r\nEmpty:\r\n\r\n";
    private static final String CHUNKS =
            "5;ext=\"a b\"\r\nhello\r\n00c\r\n, wide world\r\n1\r\n!\r\n0\r\nTrailer: dropped\r\n\r\n";

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void headersCutAtEveryByteAreReadAlike() {
        var bytes = ascii(HEAD + "BODY");
        for (int cut = 0; cut <= HEAD.length(); cut++) {
            var head = new RequestHead();
            assertThat(head.scan(bytes, cut)).isEqualTo(cut == HEAD.length());
            assertThat(head.scan(bytes, bytes.length)).isTrue();
            assertThat(head.violation()).isNull();
            assertThat(head.length()).isEqualTo(HEAD.length());
            assertThat(head.line().target(bytes)).isEqualTo("/v1/a%20b/c?x=%2F&y");
            assertThat(head.bodyLength()).isEqualTo(120);
            assertThat(head.multipart()).isTrue();
            assertThat(head.chunked()).isFalse();
            assertThat(head.requestId()).isEqualTo("some.id");
        }
    }

    @Test
    void aBrokenByteAnywhereIsSeenAlike() {
        var random = new Random(SEED);
        for (int i = 0; i < 20_000; i++) {
            var bytes = ascii(HEAD);
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            var whole = new RequestHead();
            var complete = whole.scan(bytes, bytes.length);
            var cut = new RequestHead();
            var position = 0;
            while (position < bytes.length) {
                position = Math.min(bytes.length, position + 1 + random.nextInt(20));
                cut.scan(bytes, position);
            }
            assertThat(cut.violation()).as("seed %d, round %d", SEED, i).isEqualTo(whole.violation());
            assertThat(cut.length()).isEqualTo(whole.length());
            assertThat(complete && whole.violation() != null).isFalse();
        }
    }

    @Test
    void chunksCutAnywhereAreReadAlike() {
        var random = new Random(SEED);
        var bytes = ascii(CHUNKS + "GET / next");
        for (int i = 0; i < 5_000; i++) {
            var body = new ChunkedBody();
            var data = new byte[100];
            var length = 0;
            var position = 0;
            while (!body.done()) {
                var end = Math.min(bytes.length, position + 1 + random.nextInt(i % 20 + 1));
                var read = body.read(bytes, position, end, data, length);
                position += read.consumed();
                length += read.data();
            }
            assertThat(position).as("seed %d, round %d", SEED, i).isEqualTo(CHUNKS.length());
            assertThat(new String(Arrays.copyOf(data, length), StandardCharsets.US_ASCII))
                    .isEqualTo("hello, wide world!");
        }
    }

    @Test
    void endlessExtensionsAndTrailersAreRefused() {
        for (var endless : new String[] {
            "1;" + "a".repeat(2_000), "0\r\nA: " + "b".repeat(2_000), "0\r\n" + "A: b\r\n".repeat(2_000)
        }) {
            var bytes = ascii(endless);
            assertThatThrownBy(() -> new ChunkedBody().read(bytes, 0, bytes.length, new byte[bytes.length], 0))
                    .isInstanceOf(BodyRefused.class);
        }
    }
}
