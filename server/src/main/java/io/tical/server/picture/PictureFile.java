package io.tical.server.picture;

import io.tical.server.http.Problem;

/**
 * A file that was inspected but not decoded.
 *
 * @param format the name of its reader in ImageIO
 * @param bytes the file rebuilt from what decoding needs, without metadata, profiles, thumbnails and trailing bytes
 * @param width in pixels as stored, at least 1
 * @param height in pixels as stored, at least 1
 * @param orientation EXIF's, 1 to 8
 * @param pixelBytes what a decoded pixel takes
 * @param coefficientBytes what the decoder holds of the whole picture beside its pixels
 */
record PictureFile(
        String format,
        byte[] bytes,
        int width,
        int height,
        int orientation,
        int pixelBytes,
        long coefficientBytes,
        Inks inks) {
    private static final int SIDE_MAX = 20_000;
    private static final long PIXELS_MAX = 40_000_000;

    /** @throws Problem when the file is neither PNG nor JPEG, is broken, or has too many pixels */
    static PictureFile of(byte[] file) {
        if (PngFile.signed(file)) {
            return new PngFile(file).read();
        }
        if (JpegFile.signed(file)) {
            return new JpegFile(file).read();
        }
        throw new Problem.UnsupportedMedia(
                "The file is neither a PNG nor a JPEG picture, whatever its name says; upload a screenshot instead");
    }

    static void checkSize(long width, long height) {
        if (width < 1 || height < 1) {
            throw broken("it has no pixels");
        }
        if (width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX) {
            throw tooLarge("it has " + width + " x " + height + " pixels, and the limits are 40 million pixels and "
                    + SIDE_MAX + " to a side; upload a screenshot or a smaller picture");
        }
    }

    static Problem tooLarge(String reason) {
        return new Problem.BadRequest("IMAGE_TOO_LARGE", "The picture is too large: " + reason);
    }

    static Problem broken(String reason) {
        return new Problem.BadRequest(
                "IMAGE_UNREADABLE", "The picture is broken: " + reason + "; save it again and upload that file");
    }
}
