package io.tical.server.bankfile;

import org.jspecify.annotations.Nullable;

/**
 * Which way the money of an entry went.
 *
 * @param credit whether it came in
 * @param turned whether the file says the opposite, because it has the direction of the entry that a reversal undoes
 * @param returned whether it is a payment that came back
 */
record CamtDirection(boolean credit, boolean turned, boolean returned) {
    /** Whether a part of the entry came in, whose own direction the file may say. */
    boolean ofPart(@Nullable Boolean said) {
        return said == null ? credit : said != turned;
    }
}
