package io.tical.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.common.Ids;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedAnswerTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "null",
                "{\"id\":\"0192f0c0-1111-7222-8333-444455556666\"}",
                "0192F0C0-1111-7222-8333-444455556666 0192f0c0-1111-7222-8333-444455556666",
                "0192f0c0-1111-7222-8333-444455556666-0192f0c0-1111-7222-8333-444455556666",
                "0192f0c0-1111-7222-8333-44445555666",
                "\u0001\u0000 control characters",
                "สมชาย ใจดี and \\u0001 escaped"
            })
    void anAnswerIsUnpackedToTheSameBytes(String answer) {
        assertThat(unpacked(answer)).isEqualTo(answer);
    }

    @Test
    void anyBytesAreUnpackedToTheSameBytes() {
        var seed = new Random().nextLong();
        var random = new Random(seed);
        for (int run = 0; run < 2_000; run++) {
            var bytes = new byte[random.nextInt(3_000)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (random.nextInt(4) == 0 ? random.nextInt(256) : 'a' + random.nextInt(6));
            }
            var packed = PackedAnswer.pack(List.of(bytes)).getFirst();
            assertThat(PackedAnswer.unpack(packed))
                    .as("seed %d, run %d", seed, run)
                    .isEqualTo(bytes);
            assertThat(packed.length).isLessThanOrEqualTo(bytes.length + 1);
        }
    }

    @Test
    void anAnswerWithManyIdsIsUnpackedToTheSameBytes() {
        for (int count : List.of(1, 2, 126, 127, 128, 500)) {
            var answer = IntStream.range(0, count)
                    .mapToObj(i -> "\"" + Ids.next() + "\"")
                    .collect(Collectors.joining(",", "[", "]"));
            assertThat(unpacked(answer + answer)).isEqualTo(answer + answer);
        }
    }

    @Test
    void aRecordOfAnEarlierVersionIsUnpacked() {
        var recorded =
                HexFormat.of().parseHex("00" + HexFormat.of().formatHex("{\"id\":1}".getBytes(StandardCharsets.UTF_8)));
        assertThat(PackedAnswer.unpack(recorded)).asString().isEqualTo("{\"id\":1}");
    }

    @Test
    void anUnknownFormIsRefused() {
        assertThatThrownBy(() -> PackedAnswer.unpack(new byte[] {9, 1, 2})).hasMessageContaining("form 9");
    }

    /** Records are read with the dictionary that they were written with: a change of it needs a form of its own. */
    @Test
    void theDictionaryNeverChanges() throws Exception {
        try (var in = PackedAnswer.class.getResourceAsStream("answers-1.dictionary")) {
            var digest = MessageDigest.getInstance("SHA-256").digest(in.readAllBytes());
            assertThat(HexFormat.of().formatHex(digest))
                    .isEqualTo("602e1abd1d8cce9fc3cb9472c7e620ba4fc543932efef6d773049d139201d412");
        }
    }

    private static String unpacked(String answer) {
        var packed = PackedAnswer.pack(List.of(answer.getBytes(StandardCharsets.UTF_8)))
                .getFirst();
        return new String(PackedAnswer.unpack(packed), StandardCharsets.UTF_8);
    }
}
