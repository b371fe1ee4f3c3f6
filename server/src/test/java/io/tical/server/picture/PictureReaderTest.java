package io.tical.server.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of picture that a phone, a scanner or an editor saves becomes the same kind of slip. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PictureReaderTest {
    private PictureReader reader;

    @BeforeAll
    void open() {
        reader = new PictureReader(Duration.ofSeconds(30));
    }

    @AfterAll
    void close() {
        reader.close();
    }

    private Picture<Integer> readable(byte[] file) {
        return reader.read(new FileInMemory(file), BufferedImage::getHeight);
    }

    /** Red, green, blue and white quarters, so that no turn and no exchange of colours goes unseen. */
    private static BufferedImage quarters(int width, int height) {
        var image = Pictures.blank(width, height, Color.WHITE);
        var pen = image.createGraphics();
        pen.setColor(new Color(220, 30, 40));
        pen.fillRect(0, 0, width / 2, height / 2);
        pen.setColor(new Color(20, 170, 60));
        pen.fillRect(width / 2, 0, width - width / 2, height / 2);
        pen.setColor(new Color(30, 60, 200));
        pen.fillRect(0, height / 2, width / 2, height - height / 2);
        pen.dispose();
        return image;
    }

    private static void assertQuarters(BufferedImage image, int tolerance) {
        var quarter =
                new int[][] {{1, 1, 220, 30, 40}, {3, 1, 20, 170, 60}, {1, 3, 30, 60, 200}, {3, 3, 255, 255, 255}};
        for (var expected : quarter) {
            var colour =
                    new Color(image.getRGB(image.getWidth() * expected[0] / 4, image.getHeight() * expected[1] / 4));
            assertThat(colour.getRed()).isBetween(expected[2] - tolerance, expected[2] + tolerance);
            assertThat(colour.getGreen()).isBetween(expected[3] - tolerance, expected[3] + tolerance);
            assertThat(colour.getBlue()).isBetween(expected[4] - tolerance, expected[4] + tolerance);
        }
    }

    static Stream<Arguments> colourFiles() {
        var image = quarters(200, 160);
        return Stream.of(
                Arguments.of("PNG", Pictures.png(image)),
                Arguments.of("PNG with alpha", Pictures.png(Pictures.converted(image, BufferedImage.TYPE_4BYTE_ABGR))),
                Arguments.of("PNG of 16 bits", Pictures.png(sixteenBits(image))),
                Arguments.of("PNG with a palette", Pictures.png(indexed(8))),
                Arguments.of("PNG with a palette of 2 bits", Pictures.png(indexed(2))),
                Arguments.of("interlaced PNG", Pictures.interlacedPng(image)),
                Arguments.of("interlaced PNG with a palette", Pictures.interlacedPng(indexed(4))),
                Arguments.of("JPEG", Pictures.jpeg(image, 0.95)),
                Arguments.of("progressive JPEG", Pictures.progressiveJpeg(image)),
                Arguments.of("JPEG without JFIF", withoutJfif(Pictures.jpeg(image, 0.95))),
                Arguments.of(
                        "JPEG of a camera, with EXIF alone and a colour for every pixel",
                        Parts.withSegments(withoutJfif(Pictures.jpeg(ycc(image))), Parts.exifSegment(1))),
                Arguments.of("JPEG without JFIF, of components named R, G and B", namedRgb(image)),
                Arguments.of(
                        "JPEG without JFIF, of brightness and colour as Adobe says it",
                        Parts.withSegments(withoutJfif(Pictures.jpeg(image, 0.95)), adobe(1))),
                Arguments.of(
                        "JPEG of red, green and blue as Adobe says it",
                        Parts.withSegments(withoutJfif(Pictures.jpeg(threeBands(image))), adobe(0))),
                Arguments.of(
                        "JPEG with JFIF, and Adobe to the contrary",
                        Parts.withSegments(Pictures.jpeg(image, 0.95), adobe(0))),
                Arguments.of("JPEG of printing inks", Pictures.jpeg(inks(image, false))),
                Arguments.of("JPEG of inverted inks", Parts.withSegments(Pictures.jpeg(inks(image, true)), adobe(0))),
                Arguments.of(
                        "JPEG of inverted inks as brightness and colour",
                        Parts.withSegments(Pictures.jpeg(ycck(image)), adobe(2))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("colourFiles")
    void aColourPictureKeepsItsColours(String kind, byte[] file) {
        var slip = readable(file);
        assertThat(slip.width()).isEqualTo(200);
        assertThat(slip.height()).isEqualTo(160);
        assertQuarters(Pictures.read(slip.file()), 14);
    }

    private static byte[] withoutJfif(byte[] jpeg) {
        var rest = jpeg[3] == (byte) 0xE0 ? 4 + ((jpeg[4] & 0xFF) << 8 | (jpeg[5] & 0xFF)) : 2;
        return Pictures.joined(Arrays.copyOf(jpeg, 2), Arrays.copyOfRange(jpeg, rest, jpeg.length));
    }

    /** Red, green and blue as they are, which an encoder that is given bands does not turn into anything. */
    private static Raster threeBands(BufferedImage image) {
        var raster = Raster.createInterleavedRaster(DataBuffer.TYPE_BYTE, 200, 160, 3, null);
        for (int at = 0; at < 200 * 160; at++) {
            var colour = new Color(image.getRGB(at % 200, at / 200));
            raster.setPixel(at % 200, at / 200, new int[] {colour.getRed(), colour.getGreen(), colour.getBlue()});
        }
        return raster;
    }

    /** The frame and the scan name the components 1, 2 and 3 by default. */
    private static byte[] namedRgb(BufferedImage image) {
        var file = withoutJfif(Pictures.jpeg(threeBands(image)));
        var frame = Parts.placeOf(file, 0xC0);
        var scan = Parts.placeOf(file, 0xDA);
        for (int component = 0; component < 3; component++) {
            file[frame + 10 + 3 * component] = (byte) "RGB".charAt(component);
            file[scan + 5 + 2 * component] = (byte) "RGB".charAt(component);
        }
        return file;
    }

    private static BufferedImage sixteenBits(BufferedImage image) {
        var raster = Raster.createInterleavedRaster(DataBuffer.TYPE_USHORT, 200, 160, 3, null);
        for (int at = 0; at < 200 * 160; at++) {
            var colour = new Color(image.getRGB(at % 200, at / 200));
            raster.setPixel(at % 200, at / 200, new int[] {
                colour.getRed() * 257, colour.getGreen() * 257, colour.getBlue() * 257
            });
        }
        var colours = new java.awt.image.ComponentColorModel(
                java.awt.color.ColorSpace.getInstance(java.awt.color.ColorSpace.CS_sRGB),
                false,
                false,
                BufferedImage.OPAQUE,
                DataBuffer.TYPE_USHORT);
        return new BufferedImage(colours, raster, false, null);
    }

    private static BufferedImage indexed(int bits) {
        var palette = new int[] {0xDC1E28, 0x14AA3C, 0x1E3CC8, 0xFFFFFF};
        var colours = new IndexColorModel(bits, 4, palette, 0, false, -1, DataBuffer.TYPE_BYTE);
        var indexed = new BufferedImage(
                200, 160, bits == 8 ? BufferedImage.TYPE_BYTE_INDEXED : BufferedImage.TYPE_BYTE_BINARY, colours);
        for (int at = 0; at < 200 * 160; at++) {
            var quarter = (at % 200 < 100 ? 0 : 1) + (at / 200 < 80 ? 0 : 2);
            indexed.getRaster().setSample(at % 200, at / 200, 0, quarter);
        }
        return indexed;
    }

    private static Raster inks(BufferedImage image, boolean inverted) {
        var raster = Raster.createInterleavedRaster(DataBuffer.TYPE_BYTE, 200, 160, 4, null);
        for (int at = 0; at < 200 * 160; at++) {
            var colour = new Color(image.getRGB(at % 200, at / 200));
            var light = new int[] {colour.getRed(), colour.getGreen(), colour.getBlue(), 255};
            var ink = Arrays.stream(light).map(value -> 255 - value).toArray();
            raster.setPixel(at % 200, at / 200, inverted ? light : ink);
        }
        return raster;
    }

    /** Inverted inks of which the first three are turned into brightness and colour. */
    private static Raster ycck(BufferedImage image) {
        var raster = Raster.createInterleavedRaster(DataBuffer.TYPE_BYTE, 200, 160, 4, null);
        for (int at = 0; at < 200 * 160; at++) {
            var colour = new Color(image.getRGB(at % 200, at / 200));
            var ink = ycc(255 - colour.getRed(), 255 - colour.getGreen(), 255 - colour.getBlue());
            raster.setPixel(at % 200, at / 200, new int[] {ink[0], ink[1], ink[2], 255});
        }
        return raster;
    }

    /** Without subsampling, since the encoder converts nothing. */
    private static Raster ycc(BufferedImage image) {
        var raster = Raster.createInterleavedRaster(DataBuffer.TYPE_BYTE, 200, 160, 3, null);
        for (int at = 0; at < 200 * 160; at++) {
            var colour = new Color(image.getRGB(at % 200, at / 200));
            raster.setPixel(at % 200, at / 200, ycc(colour.getRed(), colour.getGreen(), colour.getBlue()));
        }
        return raster;
    }

    private static int[] ycc(int red, int green, int blue) {
        return new int[] {
            (int) (0.299 * red + 0.587 * green + 0.114 * blue),
            (int) (128 - 0.168736 * red - 0.331264 * green + 0.5 * blue),
            (int) (128 + 0.5 * red - 0.418688 * green - 0.081312 * blue)
        };
    }

    private static byte[] adobe(int transform) {
        return Parts.segment(0xEE, new byte[] {'A', 'd', 'o', 'b', 'e', 0, 100, 0, 0, 0, 0, (byte) transform});
    }

    static Stream<Arguments> greyFiles() {
        var image = Pictures.blank(64, 48, new Color(128, 128, 128));
        var sixteen = new BufferedImage(64, 48, BufferedImage.TYPE_USHORT_GRAY);
        var eight = new BufferedImage(64, 48, BufferedImage.TYPE_BYTE_GRAY);
        for (int at = 0; at < 64 * 48; at++) {
            sixteen.getRaster().setSample(at % 64, at / 64, 0, 128 * 257);
            eight.getRaster().setSample(at % 64, at / 64, 0, 128);
        }
        return Stream.of(
                Arguments.of("colour", Pictures.png(image)),
                Arguments.of("grey PNG", Pictures.png(eight)),
                Arguments.of("grey PNG of 16 bits", Pictures.png(sixteen)),
                Arguments.of("grey JPEG", Pictures.jpeg(eight, 0.9)),
                Arguments.of("grey PNG with alpha", greyWithAlpha(128, 255)),
                Arguments.of("black under half of alpha", greyWithAlpha(1, 128)),
                Arguments.of("palette with alpha", paletteWithAlpha()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("greyFiles")
    void aGreyPictureIsAsLightAsItWas(String kind, byte[] file) {
        var pixel = new Color(Pictures.read(readable(file).file()).getRGB(30, 20));
        assertThat(pixel.getRed()).isBetween(124, 132);
        assertThat(pixel.getGreen()).isBetween(124, 132);
        assertThat(pixel.getBlue()).isBetween(124, 132);
    }

    private static byte[] greyWithAlpha(int grey, int alpha) {
        var rows = new byte[48 * 129];
        for (int at = 0; at < 48 * 64; at++) {
            rows[at / 64 * 129 + 1 + at % 64 * 2] = (byte) grey;
            rows[at / 64 * 129 + 2 + at % 64 * 2] = (byte) alpha;
        }
        return Parts.png(Parts.header(64, 48, 8, 4, 0), Parts.data(rows));
    }

    private static byte[] paletteWithAlpha() {
        return Parts.png(
                Parts.header(64, 48, 8, 3, 0),
                Parts.chunk("PLTE", new byte[] {0, 0, 0}),
                Parts.chunk("tRNS", new byte[] {127}),
                Parts.data(new byte[48 * 65]));
    }

    @Test
    void transparentPixelsBecomeWhite() {
        var clear = new BufferedImage(40, 40, BufferedImage.TYPE_4BYTE_ABGR);
        assertThat(Pictures.read(readable(Pictures.png(clear)).file()).getRGB(20, 20))
                .isEqualTo(0xFFFFFFFF);
        // A transparent colour of a picture without alpha: either reading of it is a slip.
        var colour = Parts.png(
                Parts.header(64, 48, 8, 2, 0),
                Parts.chunk("tRNS", new byte[] {0, 0, 0, 0, 0, 0}),
                Parts.data(new byte[48 * (64 * 3 + 1)]));
        assertThat(readable(colour).width()).isEqualTo(64);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void aPictureStandsUprightHoweverTheCameraWasHeld(int orientation) {
        var file = Pictures.jpeg(held(quarters(200, 160), orientation), 0.95);
        var slip = readable(Parts.withSegments(file, Parts.exifSegment(orientation)));
        assertThat(slip.width()).isEqualTo(200);
        assertThat(slip.height()).isEqualTo(160);
        assertQuarters(Pictures.read(slip.file()), 14);

        var png = Parts.withChunks(
                Pictures.png(held(quarters(200, 160), orientation)),
                Parts.chunk("eXIf", Parts.exif(orientation, orientation > 4)));
        assertQuarters(Pictures.read(readable(png).file()), 14);
    }

    /** What a camera stores that says so: by the definition of each number, the side that its first row and column are. */
    private static BufferedImage held(BufferedImage upright, int orientation) {
        var width = upright.getWidth();
        var height = upright.getHeight();
        var stored = orientation < 5
                ? new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR)
                : new BufferedImage(height, width, BufferedImage.TYPE_3BYTE_BGR);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                var right = width - 1 - x;
                var bottom = height - 1 - y;
                var place = switch (orientation) {
                    case 2 -> new int[] {right, y};
                    case 3 -> new int[] {right, bottom};
                    case 4 -> new int[] {x, bottom};
                    case 5 -> new int[] {y, x};
                    case 6 -> new int[] {y, right};
                    case 7 -> new int[] {bottom, right};
                    case 8 -> new int[] {bottom, x};
                    default -> new int[] {x, y};
                };
                stored.setRGB(place[0], place[1], upright.getRGB(x, y));
            }
        }
        return stored;
    }

    @ParameterizedTest
    @CsvSource({
        // Phones' screens, photos, long lists, strips, and what is small already.
        "1080, 1920, 1080, 1920",
        "1170, 2532, 946, 2048",
        "3000, 2250, 2048, 1536",
        "2250, 3000, 1536, 2048",
        "1080, 8000, 720, 5333",
        "1080, 12000, 504, 5600",
        "640, 480, 640, 480",
        "1, 1, 1, 1",
        "1, 4000, 1, 4000"
    })
    void aStoredSlipIsSmallAndReadable(int width, int height, int storedWidth, int storedHeight) {
        var image = quarters(width, height);
        for (var file : new byte[][] {Pictures.png(image), Pictures.jpeg(image, 0.8)}) {
            var slip = readable(file);
            assertThat(slip.width()).isEqualTo(storedWidth);
            assertThat(slip.height()).isEqualTo(storedHeight);
            var stored = Pictures.read(slip.file());
            assertThat(stored.getWidth()).isEqualTo(storedWidth);
            assertThat(stored.getHeight()).isEqualTo(storedHeight);
            if (Math.min(width, height) > 100) {
                assertQuarters(stored, 14);
            }
        }
    }

    @Test
    void theLargestPictureThatIsAcceptedIsDecoded() {
        // 40 megapixels exactly, which both readers subsample.
        var grey = new BufferedImage(8_000, 5_000, BufferedImage.TYPE_BYTE_GRAY);
        assertThat(readable(Pictures.png(grey)).width()).isEqualTo(2_048);
        assertThat(readable(Pictures.jpeg(grey, 0.5)).width()).isEqualTo(2_048);
    }
}
