package io.tical.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.common.Ids;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
            var packed = PackedAnswer.pack(bytes);
            assertThat(PackedAnswer.unpack(packed))
                    .as("seed %d, run %d", seed, run)
                    .isEqualTo(bytes);
            assertThat(packed.length).isLessThanOrEqualTo(bytes.length + 1);
        }
    }

    /** Each known shape with random values, among them repeated and long ones, ids, and text that looks like JSON. */
    @Test
    void anyValuesInAKnownShapeAreUnpackedToTheSameBytes() {
        var seed = new Random().nextLong();
        var random = new Random(seed);
        var shapes = shapes().lines().skip(1).toList();
        var earlier = new ArrayList<>(List.of("null"));
        for (int run = 0; run < 5_000; run++) {
            earlier.subList(1, earlier.size()).clear();
            var answer = Pattern.compile("0")
                    .matcher(shapes.get(random.nextInt(shapes.size())))
                    .replaceAll(mark -> Matcher.quoteReplacement(value(random, earlier)));
            assertThat(unpacked(answer)).as("seed %d, run %d", seed, run).isEqualTo(answer);
        }
    }

    private static String value(Random random, List<String> earlier) {
        var value = switch (random.nextInt(12)) {
            case 0, 1, 2 -> "null";
            case 3 -> Long.toString(random.nextLong());
            case 4 -> "\"" + UUID.randomUUID() + "\"";
            case 5 -> "\"" + UUID.randomUUID().toString().toUpperCase(Locale.ROOT) + "\"";
            case 6 -> "\"" + "ก\\\"\\\\,:{}[]".repeat(random.nextInt(4)) + "\"";
            case 7 -> "\"" + "a".repeat(random.nextInt(130)) + "\"";
            case 8 -> "\"THB\"";
            default -> earlier.get(random.nextInt(earlier.size()));
        };
        earlier.add(value);
        return value;
    }

    @Test
    void anAnswerOfAKnownShapeIsNotCompressed() {
        var answer =
                "{\"id\":\"0192f0c0-1111-7222-8333-444455556666\",\"status\":\"cancelled\",\"order_ref\":\"order-1\"}";
        var packed = PackedAnswer.pack(answer.getBytes(StandardCharsets.UTF_8));
        assertThat(packed).startsWith(2, 10, 127).hasSize(1 + 1 + 17 + 1 + 1 + "\"order-1\"".length());
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
    void anUnknownFormIsRefused() {
        assertThatThrownBy(() -> PackedAnswer.unpack(new byte[] {9, 1, 2})).hasMessageContaining("form 9");
        assertThatThrownBy(() -> PackedAnswer.unpack(new byte[] {2, 100})).hasMessageContaining("shape 100");
    }

    /** Records are read with the resources that they were written with: another dictionary needs a form of its own, more shapes a file. */
    @ParameterizedTest
    @CsvSource({
        "answers-1.dictionary, 73e00107c199f29d412934b4a4d6f17a612fd37a88d5718d4d786a8853aec2bd",
        "answers-2.shapes, e11d9c6f55c21cc7b658a210b52a0e1808deabc8bec510177f96a14f6914912a",
        "answers-3.shapes, a2cd0de706035fda0a7d4816ab43c86910520219bbffb3715c8b942ea2260a2b"
    })
    void aResourceNeverChanges(String name, String hash) throws Exception {
        var digest = MessageDigest.getInstance("SHA-256").digest(PackedAnswer.resource(name));
        assertThat(HexFormat.of().formatHex(digest)).isEqualTo(hash);
    }

    private static String shapes() {
        return ShapedAnswer.FILES.stream()
                .map(file -> new String(PackedAnswer.resource(file), StandardCharsets.UTF_8))
                .collect(Collectors.joining());
    }

    private static String unpacked(String answer) {
        var packed = PackedAnswer.pack(answer.getBytes(StandardCharsets.UTF_8));
        return new String(PackedAnswer.unpack(packed), StandardCharsets.UTF_8);
    }
}
