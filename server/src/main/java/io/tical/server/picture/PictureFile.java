package io.tical.server.picture;

import io.tical.server.problem.Problem;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A file that is inspected but not decoded. Its constructor refuses broken, unsupported and too large files. */
abstract sealed class PictureFile permits JpegFile, PngFile {
    private static final int SIDE_MAX = 20_000;
    private static final long PIXELS_MAX = 40_000_000;

    final byte[] file;

    /** The parts of the file that decoding needs, without metadata, profiles, thumbnails and trailing bytes. */
    final ByteBuffer kept;

    int pixelBytes;

    /** The bytes that the decoder holds in addition to the pixels. */
    long coefficientBytes;

    int width;
    int height;
    int orientation = Orientation.UPRIGHT;
    Inks inks = Inks.NONE;

    PictureFile(byte[] file, int addedBytesMax) {
        this.file = file;
        kept = ByteBuffer.allocate(file.length + addedBytesMax);
    }

    static PictureFile of(byte[] file) {
        var signature = ByteBuffer.wrap(Arrays.copyOf(file, Long.BYTES)).getLong();
        if (signature == PngFile.SIGNATURE) {
            return new PngFile(file);
        }
        if (signature >>> 40 == JpegFile.SIGNATURE) {
            return new JpegFile(file);
        }
        throw new Problem.UnsupportedMedia(
                "The file is neither a PNG nor a JPEG picture, whatever its name says; upload a screenshot instead");
    }

    /** Checks the header's dimensions, which determine the reserved memory. */
    final void size(long declaredWidth, long declaredHeight) {
        if (Math.max(declaredWidth, declaredHeight) > SIDE_MAX || declaredWidth * declaredHeight > PIXELS_MAX) {
            throw tooLarge("it has " + declaredWidth + " x " + declaredHeight + " pixels, and the limits are"
                    + " 40 million pixels and " + SIDE_MAX + " to a side; upload a screenshot or a smaller picture");
        }
        var longer = Math.max(declaredWidth, declaredHeight);
        var shorter = Math.min(declaredWidth, declaredHeight);
        if (longer > Decoder.NARROW_LENGTH_MAX
                && shorter * Decoder.NARROW_LENGTH_MAX / longer < Decoder.READABLE_SIDE_MIN) {
            throw new Problem.BadRequest(
                    "IMAGE_TOO_LONG",
                    "The picture is too long to be read: it has " + declaredWidth + " x " + declaredHeight
                            + " pixels; upload a screenshot of the slip alone, not of a whole list or page");
        }
        width = (int) declaredWidth;
        height = (int) declaredHeight;
    }

    static Problem tooLarge(String reason) {
        return new Problem.BadRequest("IMAGE_TOO_LARGE", "The picture is too large: " + reason);
    }

    static Problem broken(String reason) {
        return new Problem.BadRequest(
                "IMAGE_UNREADABLE", "The picture is broken: " + reason + "; save it again and upload that file");
    }
}
