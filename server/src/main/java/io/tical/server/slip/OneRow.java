package io.tical.server.slip;

import java.awt.Point;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import javax.imageio.ImageTypeSpecifier;

/**
 * An image of any height for which there is memory for one row only: what is written to any row can be read until the next is
 * written. The platform's JPEG reader writes row after row, each as one rectangle, and needs no more; what is written in any
 * other way falls outside of the row and fails.
 */
final class OneRow extends WritableRaster {
    private final WritableRaster row;
    private final ColorModel colours;

    private OneRow(ImageTypeSpecifier type, int width, int height, WritableRaster row) {
        super(type.getSampleModel(width, height), row.getDataBuffer(), new Point());
        this.row = row;
        this.colours = type.getColorModel();
    }

    static OneRow of(ImageTypeSpecifier type, int width, int height) {
        return new OneRow(type, width, height, Raster.createWritableRaster(type.getSampleModel(width, 1), new Point()));
    }

    /** What the decoder is given to write to. */
    BufferedImage image() {
        return new BufferedImage(colours, this, false, null);
    }

    /** The row that was written last, as row 0. */
    PixelRows pixels() {
        return PixelRows.of(new BufferedImage(colours, row, false, null));
    }

    @Override
    public void setRect(int dx, int dy, Raster source) {
        row.setRect(dx, -source.getMinY(), source);
    }

    /** A view of all of it is itself; decoders take one before they write. */
    @Override
    public WritableRaster createWritableChild(
            int left, int top, int width, int height, int childLeft, int childTop, int[] bands) {
        return left == 0 && top == 0 && width == getWidth() && height == getHeight() && childLeft == 0 && childTop == 0
                ? this
                : super.createWritableChild(left, top, width, height, childLeft, childTop, bands);
    }
}
