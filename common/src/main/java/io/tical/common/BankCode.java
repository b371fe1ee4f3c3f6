package io.tical.common;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Bank codes. Thai banks are accepted by Bank of Thailand number, abbreviation or former name, and stored as the
 * abbreviation. Numbers of accounts' banks are accepted for Thai baht only, because other countries also number their banks.
 */
public final class BankCode {
    /** The TrueMoney wallet, which is not a bank. */
    public static final String TRUE_MONEY = "TRUEMONEY";

    /** Number, abbreviation, and other current or former names. */
    private static final List<String[]> THAI = Stream.of(
                    "002 BBL",
                    "004 KBANK",
                    "006 KTB",
                    "008 JPM",
                    "011 TTB TMB TBANK 065",
                    "014 SCB",
                    "017 CITI",
                    "018 SMBC",
                    "020 SCBT SC",
                    "022 CIMBT CIMB",
                    "024 UOBT UOB",
                    "025 BAY",
                    "026 MEGA",
                    "027 BOA",
                    "029 IOB",
                    "030 GSB",
                    "031 HSBC",
                    "032 DB",
                    "033 GHB",
                    "034 BAAC",
                    "035 EXIM",
                    "039 MHCB MB MIZUHO",
                    "045 BNPP BNP",
                    "052 BOC",
                    "066 ISBT IBANK",
                    "067 TISCO",
                    "069 KKP KK",
                    "070 ICBCT ICBC",
                    "071 TCD TCRB",
                    "073 LHFG LH LHB LHBANK",
                    "079 ANZ",
                    "080 SMTB",
                    "098 SME")
            .map(bank -> bank.split(" "))
            .toList();

    private static final Map<String, String> THAI_ABBREVIATIONS = THAI.stream()
            .flatMap(names -> Stream.of(names).map(name -> Map.entry(name, names[1])))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    private static final Map<String, String> THAI_NUMBERS =
            THAI.stream().collect(Collectors.toUnmodifiableMap(names -> names[1], names -> names[0]));
    private static final Pattern FOREIGN = Pattern.compile("[A-Z0-9]{2,11}");

    private BankCode() {}

    /**
     * Returns the stored form of a code; empty if the code is unknown.
     *
     * @param code a bank code in upper or lower case
     * @param currency the currency of the account, ISO 4217
     */
    public static Optional<String> of(String code, String currency) {
        var upper = code.strip().toUpperCase(Locale.ROOT);
        if (currency.equals("THB")) {
            return Optional.ofNullable(THAI_ABBREVIATIONS.get(upper));
        }
        return Optional.of(upper).filter(FOREIGN.asMatchPredicate());
    }

    /**
     * Returns the stored form of the bank or wallet on one side of a transfer; empty if it is unknown. It is the same for every currency,
     * because transfers are compared with those of slips, which are all Thai.
     *
     * @param written an abbreviation, a number, a former name or {@link #TRUE_MONEY} in upper or lower case
     */
    public static Optional<String> ofTransfer(String written) {
        return of(written, "THB").or(() -> Optional.of(TRUE_MONEY).filter(written.strip()::equalsIgnoreCase));
    }

    /** The stored forms of all banks and wallets that {@link #ofTransfer} knows. */
    public static List<String> transferCodes() {
        return Stream.concat(THAI.stream().map(names -> names[1]), Stream.of(TRUE_MONEY))
                .toList();
    }

    /** Returns the Bank of Thailand number of an abbreviation; empty if the bank has none. */
    public static Optional<String> number(String abbreviation) {
        return Optional.ofNullable(THAI_NUMBERS.get(abbreviation));
    }
}
