package io.tical.server.slip;

/** A slip for tests that are about something else. */
public final class OneSlip {
    private OneSlip() {}

    /** A picture with the code of a transfer that nobody sent before. */
    public static byte[] picture() {
        return SlipDrawing.slip(SlipDrawing.reference());
    }
}
