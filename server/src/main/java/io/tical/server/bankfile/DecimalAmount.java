package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/** An amount as a file writes it, before its currency says how many decimals it may have. */
record DecimalAmount(BigDecimal value, Place place) {
    /** Of a balance, too: a thousand times more than any account has. */
    private static final BigDecimal MINOR_UNITS_MAX = BigDecimal.valueOf(1_000_000_000_000_000_000L);

    private static final Pattern UNSIGNED = Pattern.compile("\\+?(\\d{1,40}\\.?\\d{0,20}|\\.\\d{1,20})");
    private static final Pattern SIGNED = Pattern.compile("[+-]?(\\d{1,40}[.,]?\\d{0,20}|[.,]\\d{1,20})");

    /** Of XML Schema, with a point; another element says its direction. */
    static DecimalAmount unsigned(String text, Place place) throws BankFileException {
        return of(UNSIGNED, text, place);
    }

    /** With a sign, and with a point or a comma before the decimals. */
    static DecimalAmount signed(String text, Place place) throws BankFileException {
        return of(SIGNED, text, place);
    }

    private static DecimalAmount of(Pattern pattern, String text, Place place) throws BankFileException {
        if (!pattern.matcher(text).matches()) {
            throw new BankFileException(Fault.AMOUNT, place, text.substring(0, Math.min(text.length(), 60)));
        }
        return new DecimalAmount(new BigDecimal(text.replace(',', '.')), place);
    }

    DecimalAmount negated() {
        return new DecimalAmount(value.negate(), place);
    }

    /**
     * In minor units.
     *
     * @param scale the decimal digits of the currency
     */
    long minor(String currency, int scale) throws BankFileException {
        var units = value.movePointRight(scale).stripTrailingZeros();
        if (units.scale() > 0) {
            throw new BankFileException(Fault.DECIMALS, place, value.toPlainString(), currency);
        }
        if (units.abs().compareTo(MINOR_UNITS_MAX) >= 0) {
            throw new BankFileException(Fault.AMOUNT_TOO_LARGE, place, value.toPlainString());
        }
        return units.longValueExact();
    }
}
