package io.tical.db;

/**
 * A stored row is not as the service wrote it: its MAC is not valid, or other rows contradict it. The service makes no decision based on
 * it, and seals nothing that covers it.
 */
public final class AlteredRow extends RuntimeException {
    /** @param sentence names the row and the columns, and says what to do */
    public AlteredRow(String sentence) {
        super(sentence);
    }
}
