package io.tical.server.picture;

import io.tical.server.problem.Problem;
import java.awt.Color;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Set;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageInputStream;

/** Decodes an inspected file into the pixels that are stored, in bounded memory. */
final class Decoder {
    /** The image types drawn as decoded; others are converted first. */
    private static final Set<Integer> DRAWN_TYPES =
            Set.of(BufferedImage.TYPE_3BYTE_BGR, BufferedImage.TYPE_4BYTE_ABGR, BufferedImage.TYPE_BYTE_INDEXED);

    static final int CONVERTED_BYTES = 4;

    /** The maximum bytes of decoded pixels. A larger picture is subsampled. */
    private static final long PIXEL_BYTES_MAX = 40 << 20;

    /** The longer side of a stored picture. A long, narrow one is stored larger, so that its print stays readable. */
    private static final int SIDE_MAX = 2_048;

    private static final int NARROW_SIDE_MIN = 720;
    static final int NARROW_LENGTH_MAX = 5_600;

    /** The shorter side below which nobody can read a picture that is made smaller. */
    static final int READABLE_SIDE_MIN = 480;

    private final PictureFile file;
    private int step = 1;
    private int width;
    private int height;

    Decoder(PictureFile file) {
        this.file = file;
        width = file.width;
        height = file.height;
        while ((long) width * height * file.pixelBytes > PIXEL_BYTES_MAX) {
            step++;
            width = Math.ceilDiv(file.width, step);
            height = Math.ceilDiv(file.height, step);
        }
    }

    /** The memory for decoding the file and reading its pixels, in bytes. */
    long bytes() {
        // ImageIO caches what it reads of the kept parts. A stored pixel has three colours and, for searches, a
        // luminance.
        return 3L * file.file.length
                + file.coefficientBytes
                + (long) width * height * file.pixelBytes
                + 4L * scaled(width) * scaled(height);
    }

    private int scaled(int side) {
        double longer = Math.max(width, height);
        double shorter = Math.min(width, height);
        var scale = Math.max(SIDE_MAX / longer, NARROW_SIDE_MIN / shorter);
        return Math.max(1, (int) Math.round(side * Math.min(1, Math.min(scale, NARROW_LENGTH_MAX / longer))));
    }

    /** The pixels, upright, on white, in the stored size. */
    BufferedImage decode() {
        var pixels = pixels();
        var transform = Orientation.upright(file.orientation, scaled(width), scaled(height));
        var size = transform
                .createTransformedShape(new Rectangle(scaled(width), scaled(height)))
                .getBounds();
        transform.scale((double) scaled(width) / width, (double) scaled(height) / height);
        var stored = new BufferedImage(size.width, size.height, BufferedImage.TYPE_3BYTE_BGR);
        var graphics = stored.createGraphics();
        graphics.setBackground(Color.WHITE);
        graphics.clearRect(0, 0, size.width, size.height);
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(pixels, transform, null);
        graphics.dispose();
        return stored;
    }

    private BufferedImage pixels() {
        var png = file instanceof PngFile;
        var reader = ImageIO.getImageReadersByFormatName(png ? "png" : "jpeg").next();
        var warnings = new ArrayList<String>();
        var bytes = new ByteArrayInputStream(file.kept.array(), 0, file.kept.position());
        try (var input = new MemoryCacheImageInputStream(bytes)) {
            reader.setInput(input, true, true);
            reader.addIIOReadWarningListener((source, warning) -> warnings.add(warning));
            var parameters = reader.getDefaultReadParam();
            parameters.setSourceSubsampling(step, step, 0, 0);
            if (file.inks != Inks.NONE) {
                return converted(reader.readRaster(0, parameters), (samples, at) -> file.inks.argb(samples, at));
            }
            var pixels = reader.read(0, parameters);
            // A JPEG reader's warnings are about what other readers accept; a PNG reader's are about missing rows.
            if (png && !warnings.isEmpty()) {
                throw PictureFile.broken("its pixels end early");
            }
            return drawable(pixels);
        } catch (IOException | RuntimeException e) {
            // Readers throw exceptions of many types over a malformed file.
            throw e instanceof Problem problem ? problem : PictureFile.broken("its pixels cannot be decoded");
        } finally {
            reader.dispose();
        }
    }

    /** Other types are drawn through a copy of the whole picture, and greys with a gamma that colours do not get. */
    private static BufferedImage drawable(BufferedImage image) {
        if (DRAWN_TYPES.contains(image.getType())) {
            return image;
        }
        var raster = image.getRaster();
        if (image.getColorModel() instanceof IndexColorModel palette) {
            return converted(raster, (samples, at) -> palette.getRGB(samples[at]));
        }
        var bands = raster.getNumBands();
        var colour = bands < 3 ? 0 : 1;
        var shift = raster.getSampleModel().getSampleSize(0) - 8;
        return converted(raster, (samples, at) -> {
            var alpha = bands % 2 == 0 ? samples[at + bands - 1] >> shift : 255;
            return alpha << 24
                    | samples[at] >> shift << 16
                    | samples[at + colour] >> shift << 8
                    | samples[at + 2 * colour] >> shift;
        });
    }

    private interface Conversion {
        int argb(int[] samples, int at);
    }

    private static BufferedImage converted(Raster raster, Conversion conversion) {
        var image = new BufferedImage(raster.getWidth(), raster.getHeight(), BufferedImage.TYPE_4BYTE_ABGR);
        var bands = raster.getNumBands();
        var samples = new int[raster.getWidth() * bands];
        var row = new int[raster.getWidth()];
        for (int y = 0; y < raster.getHeight(); y++) {
            raster.getPixels(0, y, row.length, 1, samples);
            for (int x = 0; x < row.length; x++) {
                row[x] = conversion.argb(samples, x * bands);
            }
            image.setRGB(0, y, row.length, 1, row, 0, row.length);
        }
        return image;
    }
}
