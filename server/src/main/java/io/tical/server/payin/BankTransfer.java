package io.tical.server.payin;

import org.jspecify.annotations.Nullable;

/**
 * A bank transfer, as somebody names it.
 *
 * @param bank the abbreviation of the sending bank; empty when unknown
 * @param reference unique within the bank, without spaces
 */
public record BankTransfer(String bank, String reference) {
    public static BankTransfer of(@Nullable String bank, String reference) {
        return new BankTransfer(bank == null ? "" : bank, reference.replaceAll("\\s", ""));
    }

    /**
     * A reference as it is compared. Statements print references with and without spaces, and people type them in either case. The
     * indexes of references have the same expression.
     */
    public static String compared(String reference) {
        return reference
                .replaceAll("\\s", "")
                .chars()
                .map(each -> each >= 'a' && each <= 'z' ? each - 'a' + 'A' : each)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** Whether two references are the same; an absent one is none. */
    public static boolean same(@Nullable String one, @Nullable String other) {
        return one != null && other != null && compared(one).equals(compared(other));
    }

    /** Whether another transfer with the same reference may be this one: a bank that is unknown may be any. */
    public boolean maybeOf(String otherBank) {
        return bank.isEmpty() || otherBank.isEmpty() || bank.equals(otherBank);
    }
}
