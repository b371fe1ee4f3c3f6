package io.tical.server.slip;

import io.tical.server.problem.Problem;
import io.tical.server.slip.PictureFile.Format;
import io.tical.server.slip.PictureFile.Inks;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;

/**
 * From a file that has been looked through to pixels, in bounded memory: two pictures are made while the rows arrive, and the
 * decoded picture itself is never held where it comes row by row.
 */
final class Decoding implements Runnable {
    /** What pixels may take that do not come row by row: of a larger picture every second pixel is taken, or every third. */
    private static final long DECODED_BYTES_MAX = 36 << 20;

    /** How long the longer side of the grey picture is. */
    private static final int GREY_SIDE_MAX = 2_600;

    /** How long the longer side of a stored slip is. */
    private static final int SIDE_MAX = 2_048;

    /** How short the shorter side may become for that: the print on a long, narrow slip must stay readable. */
    private static final int NARROW_MIN = 720;

    /** How long the longer side may be then. */
    private static final int LONG_MAX = 5_600;

    private static final int COLOUR_BYTES = 3;

    /** What decoding this file and working with its pixels takes at the most, in bytes. */
    static long bytes(PictureFile file) {
        var step = step(file);
        var width = taken(file.width(), step);
        var height = taken(file.height(), step);
        var stored = stored(width, height);
        var grey = grey(width, height);
        return file.bare().length
                + file.wholeBytes()
                + (long) width * file.pixelBytes() * (file.inRows() ? 2 : height)
                // The colours once as stored and once upright; the grey once whole, and smaller or turned.
                + 2L * COLOUR_BYTES * stored.width * stored.height
                + 2L * grey.width * grey.height;
    }

    private final PictureFile file;
    private final Pictures pictures;

    Decoding(PictureFile file) {
        var step = step(file);
        this.file = file;
        this.pictures = new Pictures(taken(file.width(), step), taken(file.height(), step));
    }

    /** In colour, as large as it is stored; not yet turned upright. It can be read while it is decoded. */
    ArrivingRows picture() {
        return pictures.arriving;
    }

    /** Larger, for finding the code; there when all is decoded. */
    Luminance grey() {
        return pictures.grey;
    }

    /** @throws Problem when the pixels are broken */
    @Override
    public void run() {
        try {
            decode();
        } catch (IOException | RuntimeException e) {
            // Whatever a decoder throws over a stranger's bytes says the same: they are no picture.
            throw e instanceof Problem problem ? problem : PictureFile.broken("its pixels cannot be decoded");
        } finally {
            pictures.arriving.end();
        }
    }

    private void decode() throws IOException {
        var reader = ImageIO.getImageReadersByFormatName(file.format().reader()).next();
        var warnings = new ArrayList<String>();
        try (var input = new FileInput(file.bare())) {
            reader.setInput(input, true, true);
            reader.addIIOReadWarningListener((source, warning) -> warnings.add(warning));
            if (file.inRows()) {
                inRows(reader);
            } else {
                whole(reader);
            }
            checkWarnings(file.format(), warnings);
            pictures.requireAll();
        } finally {
            reader.dispose();
        }
    }

    private void inRows(ImageReader reader) throws IOException {
        var row = OneRow.of(reader.getImageTypes(0).next(), file.width(), file.height());
        var pixels = row.pixels();
        // The decoder goes on while another thread makes its rows smaller.
        try (var rows = new RowPipe(file.width() * COLOUR_BYTES, pictures::accept)) {
            reader.addIIOReadUpdateListener((RowListener) y -> rows.put(pixels::read));
            var parameters = reader.getDefaultReadParam();
            parameters.setDestination(row.image());
            reader.read(0, parameters);
        }
    }

    private void whole(ImageReader reader) throws IOException {
        var parameters = reader.getDefaultReadParam();
        var step = step(file);
        parameters.setSourceSubsampling(step, step, 0, 0);
        // Readers of the platform turn no printing inks into colours.
        var pixels = file.inks() == Inks.NONE
                ? PixelRows.of(reader.read(0, parameters))
                : PixelRows.ofInks(reader.readRaster(0, parameters), file.inks());
        var row = new byte[pixels.width() * COLOUR_BYTES];
        for (int y = 0; y < pixels.height(); y++) {
            pixels.read(y, row);
            pictures.accept(row);
        }
    }

    /** A JPEG's warnings are of the kind that every viewer passes over; a PNG's say that rows are missing. */
    private static void checkWarnings(Format format, List<String> warnings) {
        if (format == Format.PNG && !warnings.isEmpty()) {
            throw PictureFile.broken("its pixels end early");
        }
    }

    /** The two pictures in the making. */
    private static final class Pictures {
        private final int height;
        private final ArrivingRows arriving;
        private final AreaScaler colours;
        private final Luminance grey;
        private final AreaScaler greys;
        private final byte[] greyRow;
        private int rows;

        Pictures(int width, int height) {
            this.height = height;
            var stored = stored(width, height);
            var picture = new BufferedImage(stored.width, stored.height, BufferedImage.TYPE_3BYTE_BGR);
            var bytes = ((DataBufferByte) picture.getRaster().getDataBuffer()).getData();
            arriving = ArrivingRows.of(picture);
            colours = new AreaScaler(width, height, bytes, stored.width, stored.height, COLOUR_BYTES);
            var seen = grey(width, height);
            grey = new Luminance(new byte[seen.width * seen.height], seen.width, seen.height);
            greys = new AreaScaler(width, height, grey.pixels(), seen.width, seen.height, 1);
            greyRow = new byte[width];
        }

        /** The next row: blue, green and red of each pixel. */
        void accept(byte[] row) {
            colours.accept(row, 0);
            arriving.arrived(colours.made());
            for (int x = 0; x < greyRow.length; x++) {
                greyRow[x] = Luminance.ofColour(row, x * COLOUR_BYTES);
            }
            greys.accept(greyRow, 0);
            rows++;
        }

        void requireAll() {
            if (rows != height) {
                throw PictureFile.broken("its pixels end early");
            }
        }
    }

    /** Every how manieth pixel is taken. */
    private static int step(PictureFile file) {
        var step = 1;
        if (!file.inRows()) {
            while ((long) taken(file.width(), step) * taken(file.height(), step) * file.pixelBytes()
                    > DECODED_BYTES_MAX) {
                step++;
            }
        }
        return step;
    }

    private static int taken(int side, int step) {
        return Math.ceilDiv(side, step);
    }

    private record Size(int width, int height) {
        Size scaled(double scale) {
            return scale >= 1
                    ? this
                    : new Size(Math.max(1, (int) Math.round(width * scale)), Math.max(1, (int)
                            Math.round(height * scale)));
        }
    }

    private static Size stored(int width, int height) {
        var longer = Math.max(width, height);
        var scale = Math.max((double) SIDE_MAX / longer, (double) NARROW_MIN / Math.min(width, height));
        return new Size(width, height).scaled(Math.min(scale, (double) LONG_MAX / longer));
    }

    private static Size grey(int width, int height) {
        return new Size(width, height).scaled((double) GREY_SIDE_MAX / Math.max(width, height));
    }
}
