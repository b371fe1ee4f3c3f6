package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A field {@code :61:}.
 *
 * @param amount signed: a reversal has its own direction, opposite to that of its mark's letter
 * @param expected whether it is not booked yet
 * @param type four characters, such as {@code NTRF}
 * @param supplement the line after it, without the bank's reference
 * @param charges signed, as far as the supplement says them in the account's currency
 */
record MtEntryLine(
        LocalDate value,
        LocalDate booked,
        BigDecimal amount,
        boolean reversal,
        boolean expected,
        @Nullable String type,
        @Nullable String customerReference,
        @Nullable String bankReference,
        @Nullable String supplement,
        BigDecimal charges) {
    private static final Pattern FORM = Pattern.compile(
            "([0-9]{6})([0-9]{4})?(RC|RD|EC|ED|C|D)[A-Z]?-?([0-9]{1,15},[0-9]{0,15})" + "([NSF][A-Z0-9]{3})?(.*)");
    private static final Pattern CHARGES = Pattern.compile("/CHGS/([A-Z]{3})([0-9]{1,15},[0-9]{0,15})");
    private static final Set<String> NO_REFERENCE = Set.of("", "NONREF", "NOTPROVIDED", "NOT PROVIDED", "-");

    /** @throws BankFileException if the field has another form */
    static MtEntryLine of(MtTokens.Field field, String currency) throws BankFileException {
        var form = FORM.matcher(field.line());
        if (!form.matches()) {
            throw new BankFileException(Fault.FIELD_INVALID, field.place(), ":61:", shown(field.line()));
        }
        var value = date(form.group(1), field.place());
        var mark = form.group(3);
        var amount = number(form.group(4));
        var references = form.group(6);
        var slashes = references.indexOf("//");
        var ofBank = slashes < 0 ? null : references.substring(slashes + 2);
        var supplements = field.lines().subList(1, field.lines().size());
        if (ofBank == null && !supplements.isEmpty() && supplements.getFirst().startsWith("//")) {
            ofBank = supplements.getFirst().substring(2);
            supplements = supplements.subList(1, supplements.size());
        }
        var supplement = String.join("", supplements).strip();
        return new MtEntryLine(
                value,
                booked(value, form.group(2), field.place()),
                mark.equals("C") || mark.equals("EC") || mark.equals("RD") ? amount : amount.negate(),
                mark.startsWith("R"),
                mark.startsWith("E"),
                form.group(5),
                reference(slashes < 0 ? references : references.substring(0, slashes)),
                reference(ofBank),
                supplement.isEmpty() ? null : supplement,
                charges(supplement, currency));
    }

    private static String shown(String text) {
        return text.length() > 80 ? text.substring(0, 80) : text;
    }

    static BigDecimal number(String amount) {
        return new BigDecimal(amount.replace(',', '.'));
    }

    /** A reference that says more than that there is none. */
    static @Nullable String reference(@Nullable String written) {
        var reference = written == null ? "" : written.strip();
        return NO_REFERENCE.contains(reference.toUpperCase(Locale.ROOT)) ? null : reference;
    }

    private static BigDecimal charges(String supplement, String currency) {
        var charges = CHARGES.matcher(supplement);
        return charges.find() && charges.group(1).equals(currency)
                ? number(charges.group(2)).negate()
                : BigDecimal.ZERO;
    }

    /** A date {@code YYMMDD}: from 80 on in the last century. */
    static LocalDate date(String written, Place place) throws BankFileException {
        var year = Integer.parseInt(written.substring(0, 2));
        try {
            return LocalDate.of(
                    year < 80 ? 2000 + year : 1900 + year,
                    Integer.parseInt(written.substring(2, 4)),
                    Integer.parseInt(written.substring(4)));
        } catch (DateTimeException e) {
            throw new BankFileException(Fault.DATE, place, written);
        }
    }

    /** The day {@code MMDD} that is nearest to the value date, which may be in another year. */
    private static LocalDate booked(LocalDate value, @Nullable String entry, Place place) throws BankFileException {
        if (entry == null) {
            return value;
        }
        return IntStream.rangeClosed(value.getYear() - 1, value.getYear() + 1)
                .boxed()
                .flatMap(year -> day(year, entry).stream())
                .min(Comparator.comparing(day -> Math.abs(ChronoUnit.DAYS.between(day, value))))
                .orElseThrow(() -> new BankFileException(Fault.DATE, place, entry));
    }

    private static List<LocalDate> day(int year, String entry) {
        try {
            return List.of(
                    LocalDate.of(year, Integer.parseInt(entry.substring(0, 2)), Integer.parseInt(entry.substring(2))));
        } catch (DateTimeException e) {
            return List.of();
        }
    }
}
