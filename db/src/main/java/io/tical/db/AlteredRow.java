package io.tical.db;

/** A stored row is not as the service wrote it: its MAC does not hold, or other rows contradict it. Nothing is decided on it, and nothing that covers it is sealed. */
public final class AlteredRow extends RuntimeException {
    /** @param sentence which row and which columns, and what to do */
    public AlteredRow(String sentence) {
        super(sentence);
    }
}
