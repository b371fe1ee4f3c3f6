package io.tical.server.slip;

import io.tical.server.problem.Problem;

/**
 * A picture's file, looked through but not decoded.
 *
 * @param format what reads it
 * @param bare the file rebuilt from the parts that make pixels: no metadata, no profiles, no thumbnails, nothing behind the end.
 *     Decoders never see the rest.
 * @param width in pixels as stored, at least 1
 * @param height in pixels as stored, at least 1
 * @param orientation how the stored pixels must be turned to stand upright, EXIF's 1 to 8
 * @param pixelBytes what a decoded pixel takes
 * @param wholeBytes what the decoder holds of the whole picture beside the decoded pixels
 * @param inRows whether the decoder gives row after row, each once
 * @param inks how four components are to be understood
 */
record PictureFile(
        Format format,
        byte[] bare,
        int width,
        int height,
        int orientation,
        int pixelBytes,
        long wholeBytes,
        boolean inRows,
        Inks inks) {
    enum Format {
        PNG("png"),
        JPEG("jpeg");

        private final String reader;

        Format(String reader) {
            this.reader = reader;
        }

        /** The name of the reader that the platform has for it. */
        String reader() {
            return reader;
        }
    }

    /** Four components of a JPEG are printing inks: as they are, inverted, or three of them as brightness and colour, inverted. */
    enum Inks {
        NONE,
        PLAIN,
        INVERTED,
        YCCK
    }

    private static final int SIDE_MAX = 20_000;
    private static final long PIXELS_MAX = 40_000_000;

    /**
     * Looks through a file; what it is called and declared as does not matter.
     *
     * @throws Problem.UnsupportedMedia when it is neither PNG nor JPEG
     * @throws Problem.BadRequest when it is broken, or has more pixels than are decoded
     */
    static PictureFile of(byte[] file) {
        if (PngFile.signed(file)) {
            return PngFile.read(file);
        }
        if (JpegFile.signed(file)) {
            return JpegFile.read(file);
        }
        throw new Problem.UnsupportedMedia(
                "The file is neither a PNG nor a JPEG picture, whatever its name says; upload the"
                        + " slip as the bank's app saved it, or a screenshot of it");
    }

    /** Refuses a size before memory is given to it. */
    static void checkSize(long width, long height) {
        if (width < 1 || height < 1) {
            throw broken("it has no pixels");
        }
        if (width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX) {
            throw tooLarge("it has " + width + " x " + height + " pixels, and at most 40 million are taken, at most "
                    + SIDE_MAX + " to a side; upload a screenshot or a smaller picture of it");
        }
    }

    static Problem tooLarge(String how) {
        return new Problem.BadRequest("IMAGE_TOO_LARGE", "The picture is too large: " + how);
    }

    static Problem broken(String how) {
        return new Problem.BadRequest(
                "IMAGE_UNREADABLE", "The picture is broken: " + how + "; save the slip again and upload that");
    }
}
