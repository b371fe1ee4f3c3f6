package io.tical.server.rail;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A bank transfer, as somebody names it.
 *
 * @param bank the abbreviation of the sending bank; empty when unknown
 * @param reference unique within the bank, without spaces
 */
public record BankTransfer(String bank, String reference) {
    /** Spaces of any kind, such as those of web pages that do not break lines, and characters that nobody sees. */
    private static final Pattern SPACES = Pattern.compile("[\\s\\p{Cf}]+", Pattern.UNICODE_CHARACTER_CLASS);

    public static BankTransfer of(@Nullable String bank, String reference) {
        return new BankTransfer(bank == null ? "" : bank, withoutSpaces(reference));
    }

    /** Statements print references with and without spaces. */
    public static String withoutSpaces(String reference) {
        return SPACES.matcher(reference).replaceAll("");
    }

    /** The same; null for a reference without anything else. */
    static @Nullable String withoutSpacesOrNull(@Nullable String reference) {
        var rest = reference == null ? "" : withoutSpaces(reference);
        return rest.isEmpty() ? null : rest;
    }

    /**
     * A reference as it is compared: without spaces, and the letters of ASCII in upper case, because people type them in either case.
     * The indexes of references have the same expression, in the collation "C".
     */
    public static String compared(String reference) {
        return withoutSpaces(reference)
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
