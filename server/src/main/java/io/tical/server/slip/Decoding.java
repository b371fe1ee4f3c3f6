package io.tical.server.slip;

import io.tical.server.http.Problem;
import io.tical.server.slip.PictureFile.Format;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * From a file that has been looked through to pixels, in bounded memory.
 *
 * @param picture in colour, as large as it is stored; not yet turned upright
 * @param grey as large as it was decoded, for finding the code
 */
record Decoding(BufferedImage picture, Luminance grey) {
    /** What decoded pixels may take: a photo of 16 megapixels fits whole, of a larger one every second pixel is taken. */
    private static final long DECODED_BYTES_MAX = 48 << 20;

    /** How long the longer side of a stored slip is. */
    private static final int SIDE_MAX = 2_048;

    /** How short the shorter side may become for that: the print on a long, narrow slip must stay readable. */
    private static final int NARROW_MIN = 720;

    /** How long the longer side may be then. */
    private static final int LONG_MAX = 8_192;

    private static final int COLOUR_BYTES = 3;

    /** What decoding this file and working with its pixels takes at the most, in bytes. */
    static long bytes(PictureFile file) {
        var step = step(file);
        var pixels = taken(file.width(), step) * taken(file.height(), step);
        var stored = stored((int) taken(file.width(), step), (int) taken(file.height(), step));
        return file.bare().length
                + file.wholeBytes()
                + pixels * (file.pixelBytes() + 1)
                // Once upright and once not.
                + 2L * COLOUR_BYTES * stored.width * stored.height;
    }

    /** @throws Problem when the pixels are broken */
    static Decoding of(PictureFile file) {
        try {
            return pixels(file);
        } catch (IOException | RuntimeException e) {
            // Whatever a decoder throws over a stranger's bytes says the same: they are no picture.
            throw e instanceof Problem problem ? problem : PictureFile.broken("its pixels cannot be decoded");
        }
    }

    private static Decoding pixels(PictureFile file) throws IOException {
        var reader = ImageIO.getImageReadersByFormatName(file.format().reader()).next();
        try (var input = new MemoryCacheImageInputStream(new ByteArrayInputStream(file.bare()))) {
            reader.setInput(input, true, true);
            var rows = rows(file, reader);
            return scaled(rows);
        } finally {
            reader.dispose();
        }
    }

    private static PixelRows rows(PictureFile file, ImageReader reader) throws IOException {
        var warnings = new ArrayList<String>();
        reader.addIIOReadWarningListener((source, warning) -> warnings.add(warning));
        var parameters = reader.getDefaultReadParam();
        var step = step(file);
        parameters.setSourceSubsampling(step, step, 0, 0);
        // Readers of the platform turn no printing inks into colours.
        var rows = file.inks() == PictureFile.Inks.NONE
                ? PixelRows.of(reader.read(0, parameters))
                : PixelRows.ofInks(reader.readRaster(0, parameters), file.inks());
        // A JPEG's warnings are of the kind that every viewer passes over; a PNG's say that rows are missing.
        if (file.format() == Format.PNG && !warnings.isEmpty()) {
            throw PictureFile.broken("its pixels end early");
        }
        return rows;
    }

    /** One pass over the decoded pixels makes both pictures. */
    private static Decoding scaled(PixelRows rows) {
        var width = rows.width();
        var height = rows.height();
        var stored = stored(width, height);
        var picture = new BufferedImage(stored.width, stored.height, BufferedImage.TYPE_3BYTE_BGR);
        var scaler = new AreaScaler(
                width,
                height,
                ((DataBufferByte) picture.getRaster().getDataBuffer()).getData(),
                stored.width,
                stored.height,
                COLOUR_BYTES);
        var grey = new byte[width * height];
        var row = new byte[width * COLOUR_BYTES];
        for (int y = 0; y < height; y++) {
            rows.read(y, row);
            scaler.accept(row, 0);
            for (int x = 0; x < width; x++) {
                grey[y * width + x] = Luminance.ofColour(row, x * COLOUR_BYTES);
            }
        }
        return new Decoding(picture, new Luminance(grey, width, height));
    }

    /** Every how manieth pixel is taken. */
    private static int step(PictureFile file) {
        var step = 1;
        while (taken(file.width(), step) * taken(file.height(), step) * file.pixelBytes() > DECODED_BYTES_MAX) {
            step++;
        }
        return step;
    }

    private static long taken(int side, int step) {
        return Math.ceilDiv(side, step);
    }

    private record Size(int width, int height) {}

    private static Size stored(int width, int height) {
        var longer = Math.max(width, height);
        var scale = Math.max((double) SIDE_MAX / longer, (double) NARROW_MIN / Math.min(width, height));
        scale = Math.min(1, Math.min(scale, (double) LONG_MAX / longer));
        return new Size(
                Math.max(1, (int) Math.round(width * scale)), Math.max(1, (int) Math.round(height * scale)));
    }
}
