package io.tical.server.merchant;

/**
 * Amounts from {@code min} to {@code max} minor units, both included.
 *
 * @param min 0 or more
 * @param max at least {@code min}
 */
public record AmountRange(long min, long max) {
    public boolean contains(long amount) {
        return amount >= min && amount <= max;
    }
}
