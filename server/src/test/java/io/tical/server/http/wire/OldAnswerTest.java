package io.tical.server.http.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OldAnswerTest {
    private static final long SEED = 20_261_127;
    private static final String CHUNKED =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\nA: b\r\n\r\n"
                    + "5\r\nhello\r\nc\r\n, wide world\r\n0\r\n\r\n";

    private static String converted(OldAnswer answer, String text, int partMax, Random random) {
        var bytes = text.getBytes(US_ASCII);
        var written = new ByteArrayOutputStream();
        for (int at = 0, count; at < bytes.length; at += count) {
            count = Math.min(bytes.length - at, 1 + random.nextInt(partMax));
            written.writeBytes(answer.convert(bytes, at, count));
        }
        return written.toString(US_ASCII);
    }

    @Test
    void chunksAreWrittenWithoutTheirSizesHoweverTheyAreCut() {
        var random = new Random(SEED);
        for (int round = 0; round < 2_000; round++) {
            var answer = new OldAnswer(random.nextBoolean());
            assertThat(converted(answer, CHUNKED, 1 + round % 50, random))
                    .as("seed %d, round %d", SEED, round)
                    .isEqualTo("HTTP/1.1 200 OK\r\nA: b\r\nConnection: close\r\n\r\nhello, wide world");
            assertThat(answer.closes()).isTrue();
        }
    }

    @Test
    void anAnswerOfAKnownLengthKeepsTheConnectionOnlyIfBothWantIt() {
        var random = new Random(SEED);
        for (boolean asked : new boolean[] {true, false}) {
            for (boolean kept : new boolean[] {true, false}) {
                var answer = new OldAnswer(asked);
                var text =
                        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n" + (kept ? "" : "Connection: close\r\n") + "\r\nok";
                assertThat(converted(answer, text, 10, random))
                        .isEqualTo("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: "
                                + (asked && kept ? "keep-alive" : "close") + "\r\n\r\nok");
                assertThat(answer.closes()).isEqualTo(!asked || !kept);
            }
        }
    }

    @Test
    void anAnswerWithoutALengthEndsWithTheConnection() {
        var answer = new OldAnswer(true);
        assertThat(converted(answer, "HTTP/1.1 200 OK\r\n\r\nok", 10, new Random(SEED)))
                .isEqualTo("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nok");
        assertThat(answer.closes()).isTrue();
    }
}
