package io.tical.common;

import java.math.BigDecimal;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Reads an amount that a person typed. It is strict, because a guess may move another amount: {@code 12,34} is refused, since it is not
 * known whether the comma is a decimal one. The dashboard's {@code minorUnits} follows the same table of cases.
 */
public final class TypedAmount {
    /** Groups of three digits or none, then decimals after a point. No amount begins with zeros. */
    private static final Pattern FORM =
            Pattern.compile("(0|[1-9][0-9]{0,15}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,5})(?:\\.([0-9]+))?");

    private static final Pattern AROUND = Pattern.compile("^[ \\t\\r\\n\\u00a0]+|[ \\t\\r\\n\\u00a0]+$");

    private static final char THAI_ZERO = '๐';
    private static final char THAI_NINE = '๙';

    private TypedAmount() {}

    /**
     * The minor units of an amount in Latin or Thai digits, 0 to {@link Money#AMOUNT_MAX}.
     *
     * @param scale decimal digits of the currency: the most that the amount may have
     * @return empty if the text is not an amount of such a currency
     */
    public static OptionalLong minor(String text, int scale) {
        var form = FORM.matcher(latin(AROUND.matcher(text).replaceAll("")));
        if (!form.matches()) {
            return OptionalLong.empty();
        }
        var decimals = form.group(2);
        if (decimals != null && decimals.length() > scale) {
            return OptionalLong.empty();
        }
        var whole = form.group(1).replace(",", "");
        var minor = new BigDecimal(decimals == null ? whole : whole + "." + decimals).movePointRight(scale);
        return minor.compareTo(BigDecimal.valueOf(Money.AMOUNT_MAX)) > 0
                ? OptionalLong.empty()
                : OptionalLong.of(minor.longValueExact());
    }

    private static String latin(String text) {
        var latin = new StringBuilder(text);
        for (int i = 0; i < latin.length(); i++) {
            var digit = latin.charAt(i);
            if (digit >= THAI_ZERO && digit <= THAI_NINE) {
                latin.setCharAt(i, (char) ('0' + digit - THAI_ZERO));
            }
        }
        return latin.toString();
    }
}
