package io.tical.server.qr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.PlanarYUVLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import io.tical.server.qr.PromptPay.Mobile;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The picture says what was put into it, and is nothing but a picture. */
class QrSvgTest {
    private static final Pattern WHOLE = Pattern.compile(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 (\\d+) \\1\" shape-rendering=\"crispEdges\">"
                    + "<rect width=\"\\1\" height=\"\\1\" fill=\"#fff\"/><path fill=\"#000\" d=\"([Mhvz0-9 -]+)\"/></svg>");
    private static final Pattern RUN = Pattern.compile("M(\\d+) (\\d+)h(\\d+)v1h-\\3z");

    @Test
    void aReaderReadsWhatWasDrawnAtEverySize() throws ReaderException {
        for (var satang : new long[] {1, 3000, 100_050, 999_999_999_999L}) {
            var payload = PromptPay.payload(new Mobile("0812223333"), OptionalLong.of(satang));
            for (var scale : new int[] {4, 7, 12}) {
                assertThat(read(QrSvg.of(payload), scale)).isEqualTo(payload);
            }
        }
    }

    @Test
    void aReaderReadsAHundredCodesOfDifferentAmounts() throws ReaderException {
        for (int baht = 1; baht <= 100; baht++) {
            var payload = PromptPay.payload(new Mobile("0812223333"), OptionalLong.of(baht * 100L));
            assertThat(read(QrSvg.of(payload), 4)).isEqualTo(payload);
        }
    }

    @Test
    void theDrawingIsOnePathInAQuietZoneAndSmall() {
        var svg = QrSvg.of(PromptPay.payload(new Mobile("0812223333"), OptionalLong.of(3000)));
        var whole = WHOLE.matcher(svg);
        assertThat(whole.matches()).as(svg).isTrue();
        var side = Integer.parseInt(whole.group(1));
        assertThat(RUN.matcher(whole.group(2)).replaceAll("")).isEmpty();
        RUN.matcher(whole.group(2)).results().forEach(run -> {
            assertThat(Integer.parseInt(run.group(1))).isGreaterThanOrEqualTo(4);
            assertThat(Integer.parseInt(run.group(2))).isBetween(4, side - 5);
            assertThat(Integer.parseInt(run.group(1)) + Integer.parseInt(run.group(3)))
                    .isLessThanOrEqualTo(side - 4);
        });
        assertThat(svg).hasSizeLessThan(8_000);
    }

    @Test
    void aTextIsNeverMarkup() {
        assertThat(QrSvg.of("\"/><script>alert(1)</script>")).matches(WHOLE);
    }

    @Test
    void aTextThatNoCodeCanHoldIsRefused() {
        assertThatThrownBy(() -> QrSvg.of("x".repeat(3_000))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> QrSvg.of("บาท")).hasMessageContaining("ASCII");
    }

    /** Paints the path and reads the pixels. */
    private static String read(String svg, int scale) throws ReaderException {
        var whole = WHOLE.matcher(svg);
        assertThat(whole.matches()).isTrue();
        var side = Integer.parseInt(whole.group(1)) * scale;
        var pixels = new byte[side * side];
        Arrays.fill(pixels, (byte) 255);
        RUN.matcher(whole.group(2)).results().forEach(run -> {
            var x = Integer.parseInt(run.group(1)) * scale;
            var y = Integer.parseInt(run.group(2)) * scale;
            for (int row = y; row < y + scale; row++) {
                Arrays.fill(pixels, row * side + x, row * side + x + Integer.parseInt(run.group(3)) * scale, (byte) 0);
            }
        });
        var source = new PlanarYUVLuminanceSource(pixels, side, side, 0, 0, side, side, false);
        return new QRCodeReader()
                .decode(new BinaryBitmap(new HybridBinarizer(source)))
                .getText();
    }
}
