package io.tical.server.merchant;

/**
 * A range of amounts in minor units, both ends included.
 *
 * @param min 0 or more
 * @param max at least {@code min}
 */
public record AmountRange(long min, long max) {
    public boolean contains(long amount) {
        return amount >= min && amount <= max;
    }
}
