package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/** An amount as banks write it: {@code 1,234.56}, {@code -0.50}, {@code 1000,07}. */
final class AmountText {
    private static final int LENGTH_MAX = 40;
    private static final Pattern POINT = Pattern.compile("[+-]?([0-9]{1,3}(,[0-9]{3})+|[0-9]+)(\\.[0-9]+)?");
    private static final Pattern COMMA = Pattern.compile("[+-]?([0-9]{1,3}(\\.[0-9]{3})+|[0-9]+)(,[0-9]+)?");

    private final boolean comma;
    private final String currency;
    private final int scale;

    /**
     * @param comma whether the decimals follow a comma
     * @param scale decimal digits of the currency
     */
    AmountText(boolean comma, String currency, int scale) {
        this.comma = comma;
        this.currency = currency;
        this.scale = scale;
    }

    /**
     * Returns signed minor units.
     *
     * @throws BankFileException if the text is no amount, or has more decimals than the currency, or is too large
     */
    long read(String text, Place place) throws BankFileException {
        var plain = CellText.digits(CellText.collapse(text));
        if (plain.length() > LENGTH_MAX
                || !(comma ? COMMA : POINT).matcher(plain).matches()) {
            throw new BankFileException(Fault.AMOUNT, place, shown(plain));
        }
        var ungrouped = comma ? plain.replace(".", "").replace(',', '.') : plain.replace(",", "");
        return new DecimalAmount(new BigDecimal(ungrouped), place).minor(currency, scale);
    }

    private static String shown(String text) {
        return text.length() > LENGTH_MAX ? text.substring(0, LENGTH_MAX) : text;
    }
}
