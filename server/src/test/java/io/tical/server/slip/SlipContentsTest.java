package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.picture.FileInMemory;
import io.tical.server.picture.Picture;
import io.tical.server.picture.PictureReader;
import io.tical.server.picture.Pictures;
import java.awt.image.BufferedImage;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What is read from the pixels of an upload. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlipContentsTest {
    private static final String TEXT = Pictures.slipText("004", "013071152533APM07736");

    private PictureReader reader;

    @BeforeAll
    void open() {
        reader = new PictureReader(Duration.ofSeconds(30));
    }

    @AfterAll
    void close() {
        reader.close();
    }

    private Picture<SlipContents> read(byte[] file) {
        return reader.read(new FileInMemory(file), SlipContents::of);
    }

    private @Nullable String code(byte[] file) {
        var code = read(file).found().code();
        return code == null ? null : code.payload();
    }

    @Test
    void theCodeIsReadAndIsStillReadableInWhatIsStored() {
        for (var image : new BufferedImage[] {
            Pictures.slip(1080, 1920, TEXT, 260, 1),
            Pictures.slip(1440, 3200, TEXT, 340, 2),
            Pictures.turned(Pictures.slip(2100, 2800, TEXT, 420, 3), 10)
        }) {
            var file = Pictures.jpeg(image, 0.85);
            assertThat(code(file)).isEqualTo(TEXT);
            var stored = read(file).file();
            assertThat(code(stored)).isEqualTo(TEXT);
            assertThat(stored).hasSizeLessThan(900_000);
        }
        assertThat(code(Pictures.png(Pictures.photo(800, 600, 5, 4)))).isNull();
    }

    @Test
    void aPhotoSavedAgainHasTheSameHash() {
        var photo = Pictures.slip(3000, 4000, TEXT, 500, 4);
        var known = read(Pictures.jpeg(photo, 0.85)).found().hash();
        var smaller = Pictures.scaled(photo, 0.4);
        assertThat(PictureHashTest.distance(
                        known, read(Pictures.png(smaller)).found().hash()))
                .isLessThanOrEqualTo(PictureHash.SAME_MAX);
    }

    @Test
    void twentyPayersAtOnceEachGetTheirOwnSlip() {
        var slips = IntStream.range(0, 20)
                .parallel()
                .mapToObj(payer -> {
                    var text = Pictures.slipText("014", "PAYER" + payer);
                    var code = read(Pictures.png(Pictures.slip(720, 1280, text, 200, payer)))
                            .found()
                            .code();
                    return code == null ? "none" : code.reference();
                })
                .toList();
        assertThat(slips)
                .containsExactlyElementsOf(IntStream.range(0, 20)
                        .mapToObj(payer -> "PAYER" + payer)
                        .toList());
    }
}
