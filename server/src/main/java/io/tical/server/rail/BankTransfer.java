package io.tical.server.rail;

import io.tical.common.BankCode;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A bank transfer, as a person or a verifier identifies it.
 *
 * @param bank the sending bank or wallet as {@link BankCode#ofTransfer}; empty when unknown. A text that names none is unknown: earlier
 *     releases stored some
 * @param reference unique within the bank, without spaces
 */
public record BankTransfer(String bank, String reference) {
    /** Spaces of any kind, such as non-breaking spaces, and invisible characters. */
    private static final Pattern SPACES = Pattern.compile("[\\s\\p{Cf}]+", Pattern.UNICODE_CHARACTER_CLASS);

    private static final int HASH_DIGITS = 64;

    /** The hash of a transaction of a chain, as explorers, wallets and addresses of pages show it. */
    private static final Pattern CHAIN = Pattern.compile("(?<![0-9A-Za-z])(?:0[xX])?([0-9A-Fa-f]{64})(?![0-9A-Za-z])");

    public BankTransfer {
        bank = BankCode.ofTransfer(bank).orElse("");
    }

    public static BankTransfer of(@Nullable String bank, String reference) {
        return new BankTransfer(bank == null ? "" : bank, withoutSpaces(reference));
    }

    /**
     * Removes the spaces of a reference, because bank statements print references with and without spaces. Of a text that names one
     * transaction of a chain, only its hash remains, without {@code 0x}: one transaction is one transfer.
     */
    public static String withoutSpaces(String reference) {
        var rest = SPACES.matcher(reference).replaceAll("");
        return rest.length() < HASH_DIGITS
                ? rest
                : hash(reference).or(() -> hash(rest)).orElse(rest);
    }

    private static Optional<String> hash(String text) {
        var hashes = CHAIN.matcher(text)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
        return hashes.size() == 1 ? Optional.of(hashes.getFirst()) : Optional.empty();
    }

    /** The reference without spaces; null if nothing remains. */
    static @Nullable String withoutSpacesOrNull(@Nullable String reference) {
        var rest = reference == null ? "" : withoutSpaces(reference);
        return rest.isEmpty() ? null : rest;
    }

    /**
     * The form in which references are compared: without spaces, and with ASCII letters in upper case, because people type either case. The
     * indexes of references use the same expression, in the collation "C".
     */
    public static String compared(String reference) {
        return withoutSpaces(reference)
                .chars()
                .map(each -> each >= 'a' && each <= 'z' ? each - 'a' + 'A' : each)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** Whether two references are equal; an absent reference equals none. */
    public static boolean same(@Nullable String one, @Nullable String other) {
        return one != null && other != null && compared(one).equals(compared(other));
    }

    /** Whether the other transfer, which has the same reference, may be this one. */
    public boolean maybe(BankTransfer other) {
        return bank.equals(other.bank) || maybeAnyBank() || other.maybeAnyBank();
    }

    /** Whether the bank is unknown, or is a wallet, for which verifiers and bank statements may name the bank through which it pays. */
    public boolean maybeAnyBank() {
        return bank.isEmpty() || bank.equals(BankCode.TRUE_MONEY);
    }
}
