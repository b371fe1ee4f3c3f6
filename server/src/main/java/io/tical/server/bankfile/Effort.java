package io.tical.server.bankfile;

/** What reading one file may cost, counted in steps of patterns, so that a pattern that is slow on a large file ends. */
final class Effort {
    private long left;

    Effort(long steps) {
        left = steps;
    }

    static Effort unlimited() {
        return new Effort(Long.MAX_VALUE);
    }

    /** All of it is spent. */
    static final class Spent extends RuntimeException {
        private static final long serialVersionUID = 1;

        Spent() {
            super("the patterns took too many steps", null, false, false);
        }
    }

    /** @throws Spent if that is more than is left */
    void spend(long steps) {
        left -= steps;
        if (left < 0) {
            throw new Spent();
        }
    }
}
