package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.tical.server.picture.Pictures;
import io.tical.server.qr.MiniQr;
import io.tical.server.qr.PromptPay;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A slip's code is found however the slip was saved, sent on, photographed or turned. */
class MiniQrFinderTest {
    private static final String TEXT = Pictures.slipText("014", "00111222233344ABCD12");

    private static void assertFound(BufferedImage image) {
        assertThat(MiniQrFinder.find(SlipDrawing.luminance(image)).map(MiniQr::payload))
                .contains(TEXT);
    }

    @ParameterizedTest
    @CsvSource({
        // A code by itself, the smallest screens, phones, and what a scanner makes.
        "120, 120, 110",
        "360, 640, 100",
        "360, 640, 130",
        "720, 1280, 160",
        "1080, 1920, 240",
        "1170, 2532, 300",
        "1440, 3200, 360",
        "2480, 3508, 420"
    })
    void inScreenshotsOfEverySize(int width, int height, int side) {
        if (height == side + 10) {
            var image = Pictures.blank(width, height, Color.WHITE);
            Pictures.stamp(image, TEXT, 5, 5, side);
            assertFound(image);
        } else {
            assertFound(Pictures.slip(width, height, TEXT, side, 1));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 7, 20, 33, 45, 60, 75, 90, 135, 180, 225, 270, 315, 350})
    void turnedByAnyAngle(double degrees) {
        assertFound(Pictures.turned(Pictures.slip(540, 960, TEXT, 200, 2), degrees));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.95, 0.8, 0.6, 0.4, 0.25, 0.1})
    void savedAsJpegOfAnyQuality(double quality) {
        var file = Pictures.jpeg(Pictures.slip(1080, 1920, TEXT, 260, 3), quality);
        assertFound(Pictures.copy(Pictures.read(file)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {10, 30, 60, 90})
    void underTheGrainOfADarkRoom(double grain) {
        assertFound(Pictures.grainy(Pictures.slip(1080, 1920, TEXT, 300, 4), grain, 4));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.4, 0.55, 0.77, 1.3, 2.1})
    void sentOnInAnotherSize(double scale) {
        assertFound(Pictures.scaled(Pictures.slip(900, 1600, TEXT, 260, 5), scale));
    }

    @Test
    void inAPhotoOfAScreenOnATable() {
        var photo = Pictures.photo(3000, 2250, 0, 6);
        var slip = Pictures.turned(Pictures.scaled(Pictures.slip(1080, 1920, TEXT, 330, 6), 0.8), 12);
        var pen = photo.createGraphics();
        pen.drawImage(slip, 500, 100, null);
        pen.dispose();
        assertFound(Pictures.grainy(photo, 15, 6));
    }

    @Test
    void inWhiteOnBlack() {
        var image = Pictures.slip(1080, 1920, TEXT, 260, 7);
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                image.setRGB(x, y, ~image.getRGB(x, y));
            }
        }
        assertFound(image);
    }

    @Test
    void inPaleInkAndUnderAShadow() {
        var image = Pictures.slip(1080, 1920, TEXT, 300, 8);
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                var grey = image.getRGB(x, y) & 0xFF;
                var lit = (110 + grey * 60 / 255) * (400 + 600 * x / image.getWidth()) / 1000;
                image.setRGB(x, y, lit << 16 | lit << 8 | lit);
            }
        }
        assertFound(image);
    }

    @Test
    void besideTheCodeThatWasPaid() {
        var image = Pictures.slip(1080, 1920, TEXT, 260, 9);
        var payment = PromptPay.payload(new PromptPay.Mobile("0812345678"), OptionalLong.of(100_000));
        Pictures.stamp(image, payment, 60, 1300, 420);
        assertFound(image);
        Pictures.stamp(image, "https://example.com/an-advertisement", 600, 1200, 300);
        assertFound(image);
    }

    @Test
    void andNoneWhereThereIsNoneOrAnotherOrADamagedOne() {
        assertThat(MiniQrFinder.find(SlipDrawing.luminance(Pictures.photo(1200, 900, 10, 10))))
                .isEmpty();
        assertThat(MiniQrFinder.find(SlipDrawing.luminance(Pictures.blank(1, 1, Color.WHITE))))
                .isEmpty();
        assertThat(MiniQrFinder.find(SlipDrawing.luminance(Pictures.blank(1, 900, Color.BLACK))))
                .isEmpty();
        var payment = PromptPay.payload(new PromptPay.Mobile("0812345678"), OptionalLong.of(100_000));
        assertThat(MiniQrFinder.find(SlipDrawing.luminance(Pictures.slip(1080, 1920, payment, 300, 10))))
                .isEmpty();
        var forged = TEXT.substring(0, TEXT.length() - 1) + (TEXT.endsWith("0") ? "1" : "0");
        assertThat(MiniQrFinder.find(SlipDrawing.luminance(Pictures.slip(1080, 1920, forged, 300, 10))))
                .isEmpty();
    }

    @Test
    void andACarpetOfCornersCostsNoMoreThanAPhoto() {
        var carpet = Pictures.blank(2_000, 2_000, Color.WHITE);
        var pen = carpet.createGraphics();
        for (int y = 10; y < 1_980; y += 18) {
            for (int x = 10; x < 1_980; x += 18) {
                pen.setColor(Color.BLACK);
                pen.fillRect(x, y, 14, 14);
                pen.setColor(Color.WHITE);
                pen.fillRect(x + 2, y + 2, 10, 10);
                pen.setColor(Color.BLACK);
                pen.fillRect(x + 4, y + 4, 6, 6);
            }
        }
        pen.dispose();
        var picture = SlipDrawing.luminance(carpet);
        assertTimeoutPreemptively(
                Duration.ofSeconds(30),
                () -> assertThat(MiniQrFinder.find(picture)).isEmpty());
    }

    @Test
    void andNoiseOfAnyKindEndsTheSearchQuietly() {
        var random = new Random(11);
        for (int run = 0; run < 40; run++) {
            var pixels = new byte[(1 + random.nextInt(300)) * 200];
            var levels = 1 + random.nextInt(8);
            for (int at = 0; at < pixels.length; at++) {
                pixels[at] = (byte) (random.nextInt(levels) * 255 / Math.max(1, levels - 1));
            }
            assertThat(MiniQrFinder.find(new Luminance(pixels, 200, pixels.length / 200)))
                    .isEmpty();
        }
    }
}
