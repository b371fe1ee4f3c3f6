package io.tical.server.picture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.http.ErrorAnswer;
import io.tical.server.picture.HostileFiles.HostileFile;
import io.tical.server.problem.Problem;
import java.awt.image.BufferedImage;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is uploaded ends as a plain picture or a sentence; nothing of it passes through, and nothing falls over. */
@Isolated("measures the memory of this JVM")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileFilesTest {
    private PictureReader reader;

    @BeforeAll
    void open() {
        // A busy machine takes its time over two hundred at once.
        reader = new PictureReader(Duration.ofMinutes(5));
    }

    @AfterAll
    void close() {
        reader.close();
    }

    private Picture<Integer> read(byte[] file) {
        return reader.read(new FileInMemory(file), BufferedImage::getWidth);
    }

    /** The picture is answered so that a test can hold it. */
    private Optional<Picture<Integer>> assertReadOrRefused(byte[] file) {
        try {
            var picture = read(file);
            assertThat(picture.width()).isPositive();
            return Optional.of(picture);
        } catch (Problem refusal) {
            assertThat(ErrorAnswer.of(refusal).status()).isBetween(400, 499);
            return Optional.empty();
        }
    }

    static Stream<HostileFile> files() {
        return Stream.of(
                        HostileFiles.others(),
                        HostileFiles.brokenOnes(),
                        HostileFiles.bombs(),
                        HostileFiles.polyglots())
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("files")
    void endsAsAPlainPictureOrASentence(HostileFile file) {
        try {
            assertPlain(read(file.bytes()).file());
            assertThat(file.code()).isEmpty();
        } catch (Problem refusal) {
            assertThat(refusal.code()).as(refusal.message()).isEqualTo(file.code());
            assertThat(ErrorAnswer.of(refusal).status()).isBetween(400, 499);
            assertThat(refusal.message()).hasSizeBetween(40, 250);
        }
    }

    /** The segments that our own encoder writes, one after the other, and nothing else. */
    private static void assertPlain(byte[] file) {
        var text = new String(file, StandardCharsets.ISO_8859_1);
        assertThat(text).doesNotContain("script", "Exif", "ICC_PROFILE", "PK\3\4", "<html", "Photoshop", "xmpmeta");
        assertThat(file).startsWith(0xFF, 0xD8, 0xFF, 0xE0).endsWith(0xFF, 0xD9);
        var at = 2;
        while ((file[at + 1] & 0xFF) != 0xDA) {
            assertThat(file[at + 1] & 0xFF).isIn(0xE0, 0xDB, 0xC0, 0xC4);
            at += 2 + ((file[at + 2] & 0xFF) << 8 | (file[at + 3] & 0xFF));
        }
        // Behind the first scan's header there are pixels to the very end.
        for (at += 2; at < file.length - 2; at++) {
            if (file[at] == (byte) 0xFF) {
                assertThat(file[at + 1]).isZero();
            }
        }
        assertThat(Pictures.read(file).getWidth()).isPositive();
    }

    @Test
    void everyByteMayBeWrongAndNothingFalls() {
        var random = new Random(20_250_102);
        for (var file : List.of(
                Pictures.png(Pictures.photo(40, 30, 4, 1)),
                Pictures.jpeg(Pictures.photo(40, 30, 4, 1), 0.8),
                Pictures.progressiveJpeg(Pictures.photo(40, 30, 4, 1)))) {
            for (int run = 0; run < 150; run++) {
                var changed = file.clone();
                for (int change = random.nextInt(4); change >= 0; change--) {
                    changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
                }
                assertReadOrRefused(changed);
            }
        }
    }

    /** Damage that the checksums of the outer form do not show, for the decoder itself. */
    @Test
    void damagedPixelsBehindGoodChecksumsDoNotFallOver() {
        var random = new Random(20_250_103);
        for (int run = 0; run < 100; run++) {
            var rows = new byte[40 * 121];
            random.nextBytes(rows);
            var stream = Parts.deflated(rows);
            stream[random.nextInt(stream.length)] ^= (byte) (1 << random.nextInt(8));
            var file = Parts.png(Parts.header(40, 40, 8, 2, random.nextInt(2)), Parts.chunk("IDAT", stream));
            assertReadOrRefused(file);
        }
    }

    /** Pictures that are taken, and cost as much as a picture may. */
    private static List<byte[]> costly() {
        return List.of(
                Parts.png(Parts.header(6_240, 6_250, 1, 0, 0), Parts.data(new byte[6_250 * 781])),
                Parts.png(Parts.header(4_000, 3_000, 8, 2, 0), Parts.data(new byte[3_000 * 12_001])),
                Pictures.jpeg(new BufferedImage(6_240, 6_250, BufferedImage.TYPE_BYTE_GRAY), 0.5),
                // As much again behind the end as may be uploaded.
                Arrays.copyOf(Pictures.jpeg(Pictures.photo(1_200, 900, 3, 1), 0.9), PictureReader.FILE_BYTES_MAX));
    }

    @Test
    void twoHundredAtOnceTakeNoMoreMemoryThanAFew() throws Exception {
        var files = Stream.of(files().map(HostileFile::bytes), costly().stream(), files().map(HostileFile::bytes))
                .flatMap(part -> part)
                .toList();
        assertThat(files).hasSizeGreaterThanOrEqualTo(200);
        assertReadOrRefused(files.getFirst());
        var before = used();
        var most = 0L;
        try (var payers = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = files.stream()
                    .map(file -> payers.submit(() -> assertReadOrRefused(file)))
                    .toList();
            for (int answer = 0; answer < answers.size(); answer++) {
                if (answer % 80 == 0) {
                    // What they hold while they are decoded, and what their answers hold after.
                    most = Math.max(most, used());
                }
                answers.get(answer).get();
            }
        }
        assertThat(most - before).isLessThan(128L << 20);
        assertThat(used() - before).isLessThan(32L << 20);
    }

    /** What is in use, without garbage. */
    private static long used() {
        var memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
}
