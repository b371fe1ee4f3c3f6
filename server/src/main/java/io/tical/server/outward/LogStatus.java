package io.tical.server.outward;

import io.tical.common.Word;

/** Whether a log is needed for a comparison. */
public enum LogStatus implements Word {
    /** A node writes to it. */
    OPEN,
    /** Its node stopped in an orderly way, when all of it was known. */
    CLOSED,
    /** Two people said that it does not exist any more. */
    GONE
}
