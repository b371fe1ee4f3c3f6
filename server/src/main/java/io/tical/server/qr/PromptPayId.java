package io.tical.server.qr;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A PromptPay id as it is stored, with the account that a code holds for it.
 *
 * @param digits a mobile number of 10 digits that begins with 06, 08 or 09; a national or tax id of 13; an e-wallet of 15
 */
public record PromptPayId(String digits, PromptPay.Account account) {
    /** Separators that people write between digits, and characters that cannot be seen. */
    private static final Pattern SEPARATORS = Pattern.compile("[\\p{Z}\\s\\p{Cf}.()\\p{Pd}]");

    /** The country's code instead of the leading 0, as on cards and inside a code. */
    private static final Pattern ABROAD = Pattern.compile("(?:\\+|00)?66([689][0-9]{8})");

    private static final Pattern MOBILE = Pattern.compile("0[689][0-9]{8}");
    private static final Pattern ANY_MOBILE = Pattern.compile("[0-9]{10}");
    private static final Pattern ID = Pattern.compile("[0-9]{13}");
    private static final Pattern WALLET = Pattern.compile("[0-9]{15}");

    /** A company's tax id: 0, its province, its kind. */
    private static final Pattern TAX_ID = Pattern.compile("0[1-9][0-9]{11}");

    private static final int TAX_ID_DIGITS = 13;

    /**
     * Reads an id as people write it: with spaces, dashes or Thai digits, or a mobile number with the country's code.
     *
     * @throws IllegalArgumentException with a message that completes "must …" when banks' apps would refuse its code
     */
    public static PromptPayId of(String written) {
        var plain = SEPARATORS
                .matcher(written)
                .replaceAll("")
                .codePoints()
                .map(c -> Character.isDigit(c) ? '0' + Character.digit(c, 10) : c)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
        var abroad = ABROAD.matcher(plain);
        return ofDigits(abroad.matches() ? "0" + abroad.group(1) : plain);
    }

    private static PromptPayId ofDigits(String digits) {
        if (MOBILE.matcher(digits).matches()) {
            return new PromptPayId(digits, new PromptPay.Mobile(digits));
        }
        if (ANY_MOBILE.matcher(digits).matches()) {
            throw new IllegalArgumentException(
                    "be a mobile number that begins with 06, 08 or 09, if it has 10 digits; an account number is no PromptPay id");
        }
        if (ID.matcher(digits).matches()) {
            return new PromptPayId(digits, nationalId(digits));
        }
        if (WALLET.matcher(digits).matches()) {
            if (isTaxId(digits.substring(0, TAX_ID_DIGITS))) {
                throw new IllegalArgumentException(
                        "not be a biller id, which is a tax id with two more digits: its codes need a"
                                + " reference of the bank; use the tax id, or an e-wallet of 15 digits");
            }
            return new PromptPayId(digits, new PromptPay.EWallet(digits));
        }
        throw new IllegalArgumentException(
                "be a mobile number of 10 digits, a national or tax id of 13, or an e-wallet of 15");
    }

    private static PromptPay.Account nationalId(String digits) {
        if (digits.startsWith("9")) {
            throw new IllegalArgumentException("not begin with 9 if it has 13 digits: no national or tax id does");
        }
        try {
            return new PromptPay.NationalId(digits);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "be correct: a digit of the national or tax id is wrong, because its last one does not fit the others",
                    wrong);
        }
    }

    private static boolean isTaxId(String digits) {
        return TAX_ID.matcher(digits).matches() && PromptPay.NationalId.fits(digits);
    }

    /** The id with this stored form; empty if no code can be made of it. */
    public static Optional<PromptPayId> find(String stored) {
        try {
            return Optional.of(of(stored)).filter(id -> id.digits.equals(stored));
        } catch (IllegalArgumentException unusable) {
            return Optional.empty();
        }
    }
}
