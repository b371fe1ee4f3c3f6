package io.tical.server.slip;

import java.awt.Point;
import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.util.concurrent.CancellationException;

/**
 * A picture that can be read while it is made: whoever asks for a part of it waits until its last row is there. The platform's
 * JPEG writer asks for one row after the other, so that a picture is written while it still arrives.
 */
final class ArrivingRows extends WritableRaster {
    private final BufferedImage picture;
    private int arrived; // guarded by this
    private int asked; // guarded by this
    private boolean over; // guarded by this

    private ArrivingRows(BufferedImage picture) {
        super(picture.getSampleModel(), picture.getRaster().getDataBuffer(), new Point());
        this.picture = picture;
    }

    static ArrivingRows of(BufferedImage picture) {
        return new ArrivingRows(picture);
    }

    /** The picture, for one who reads it in parts. */
    BufferedImage image() {
        return new BufferedImage(picture.getColorModel(), this, false, null);
    }

    /** The picture, as soon as all of it is there. */
    BufferedImage whole() {
        await(getHeight());
        return picture;
    }

    /** Whether all of it was waited for; who reads a picture in another way than in parts may have been too early. */
    synchronized boolean readThrough() {
        return asked == getHeight();
    }

    /** So many rows are there now. */
    synchronized void arrived(int rows) {
        if (rows != arrived) {
            arrived = rows;
            notifyAll();
        }
    }

    /** Nothing more arrives; who waits for what is missing fails. */
    synchronized void end() {
        over = true;
        notifyAll();
    }

    /** @throws CancellationException when it will never be there */
    private synchronized void await(int rows) {
        try {
            while (arrived < rows && !over) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            over = true;
        }
        asked = Math.max(asked, rows);
        if (arrived < rows) {
            throw new CancellationException("the rest of the picture does not arrive");
        }
    }

    @Override
    public Raster createChild(int left, int top, int width, int height, int childLeft, int childTop, int[] bands) {
        await(top + height);
        return picture.getRaster().createChild(left, top, width, height, childLeft, childTop, bands);
    }
}
