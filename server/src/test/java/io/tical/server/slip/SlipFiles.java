package io.tical.server.slip;

/** Pictures of slips for tests of other packages. */
public final class SlipFiles {
    private SlipFiles() {}

    /** A slip of a transfer that no other slip tells of. */
    public static byte[] any() {
        return SlipDrawing.slip(SlipDrawing.reference());
    }
}
