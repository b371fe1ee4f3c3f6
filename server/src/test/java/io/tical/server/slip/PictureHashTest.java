package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.picture.Pictures;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One picture is known again however it was saved; two slips are two, also of one bank to one receiver. */
class PictureHashTest {
    /** The maximum distance of a picture and a copy with its edges cut. Two slips of one bank may have the same distance. */
    private static final int ALIKE_MAX = 36;

    /** The number of bits in which two hashes differ, as the database counts them. */
    static int distance(PictureHash one, PictureHash other) {
        return new BigInteger(one.hex(), 16)
                .xor(new BigInteger(other.hex(), 16))
                .bitCount();
    }

    private static PictureHash hash(BufferedImage image) {
        return PictureHash.of(SlipDrawing.luminance(image));
    }

    /** One form: only the code and three entries of it differ by seed. */
    private static BufferedImage filledIn(long seed) {
        var image = Pictures.slip(1080, 1920, Pictures.slipText("014", "R" + seed * 7_919 + "XYZ"), 260, 77);
        var random = new Random(seed);
        var pen = image.createGraphics();
        for (int y = 600; y <= 1_200; y += 300) {
            pen.setColor(Color.WHITE);
            pen.fillRect(500, y, 480, 34);
            pen.setColor(new Color(50, 50, 60));
            for (int x = 500; x < 960; x += 32) {
                if (random.nextInt(3) > 0) {
                    pen.fillRect(x, y + random.nextInt(8), 20, 30);
                }
            }
        }
        pen.dispose();
        return image;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aSlipThatWasSavedAgainIsTheSame(long seed) {
        var slip = filledIn(seed);
        var known = hash(slip);
        for (var again : new BufferedImage[] {
            slip,
            Pictures.copy(Pictures.read(Pictures.jpeg(slip, 0.9))),
            Pictures.copy(Pictures.read(Pictures.jpeg(slip, 0.3))),
            Pictures.scaled(slip, 0.5),
            Pictures.scaled(slip, 1.4),
            Pictures.copy(Pictures.read(Pictures.jpeg(Pictures.scaled(slip, 0.6), 0.5))),
            Pictures.grainy(slip, 10, seed)
        }) {
            assertThat(distance(known, hash(again))).isLessThanOrEqualTo(PictureHash.SAME_MAX);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aSlipWithoutItsRimIsAlike(long seed) {
        var slip = filledIn(seed);
        for (var cut : new BufferedImage[] {
            slip.getSubimage(0, 20, 1080, 1900),
            slip.getSubimage(5, 10, 1070, 1900),
            slip.getSubimage(10, 20, 1060, 1880)
        }) {
            assertThat(distance(hash(slip), hash(Pictures.copy(cut)))).isLessThanOrEqualTo(ALIKE_MAX);
        }
    }

    @Test
    void twoSlipsAreNotTheSame() {
        for (long first = 1; first <= 5; first++) {
            for (long second = first + 1; second <= 5; second++) {
                assertThat(distance(hash(filledIn(first)), hash(filledIn(second))))
                        .isGreaterThan(PictureHash.SAME_MAX);
            }
            var otherForm = Pictures.slip(1080, 1920, Pictures.slipText("004", "Q" + first), 260, first);
            assertThat(distance(hash(filledIn(first)), hash(otherForm))).isGreaterThan(ALIKE_MAX);
        }
    }

    @Test
    void picturesOfEverySizeHaveAHash() {
        assertThat(hash(Pictures.blank(1, 1, Color.BLACK)).hex()).hasSize(64);
        assertThat(hash(Pictures.blank(3, 900, Color.WHITE)).hex()).hasSize(64);
        assertThat(distance(hash(Pictures.photo(63, 64, 0, 1)), hash(Pictures.photo(63, 64, 0, 2))))
                .isGreaterThan(ALIKE_MAX);
    }

    @Test
    void aHashIsItsDigits() {
        var one = new PictureHash("0".repeat(63) + "1");
        assertThat(distance(one, new PictureHash("0".repeat(64)))).isEqualTo(1);
        assertThat(distance(one, new PictureHash("f".repeat(64)))).isEqualTo(255);
        assertThat(distance(one, one)).isZero();
        for (var other : new String[] {"", "0", "F".repeat(64), "g".repeat(64), "0".repeat(65)}) {
            assertThatThrownBy(() -> new PictureHash(other)).hasMessageContaining("64 hexadecimal digits");
        }
    }
}
