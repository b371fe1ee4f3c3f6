package io.tical.db;

/** A stored row is not as the service wrote it: its MAC does not hold. Nothing is decided on it, and nothing that covers it is sealed. */
public final class AlteredRow extends RuntimeException {
    private final String sentence;

    AlteredRow(String sentence) {
        super(sentence);
        this.sentence = sentence;
    }

    /** Which row and which columns, and what to do. */
    public String sentence() {
        return sentence;
    }
}
