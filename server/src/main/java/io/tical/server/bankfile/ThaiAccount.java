package io.tical.server.bankfile;

import java.util.Optional;
import java.util.Set;

/** A Thai account in the forms that files between banks have. */
final class ThaiAccount {
    private static final String GSB = "030";
    private static final String GHB = "033";
    private static final String BAAC = "034";
    private static final String HSBC = "031";
    private static final String IBANK = "066";
    private static final String TISCO = "067";
    private static final String KKP = "069";
    private static final Set<String> FIXED_BRANCH =
            Set.of("008", "017", "018", "026", "027", "031", "032", "039", "052", "080");
    private static final int DIGITS = 11;

    private ThaiAccount() {}

    /** The number in 11 digits; empty if the bank has no rule for a number of this length. */
    static Optional<String> elevenDigits(String number, String bank) {
        return shortened(number, bank).map(digits -> "0".repeat(DIGITS - digits.length()) + digits);
    }

    private static Optional<String> shortened(String number, String bank) {
        if (number.isEmpty() || !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        if (number.length() <= DIGITS) {
            return Optional.of(number);
        }
        return switch (bank + "/" + number.length()) {
            case BAAC + "/12", HSBC + "/12" -> Optional.of(number.substring(1));
            case TISCO + "/14", KKP + "/14" -> Optional.of(number.substring(4));
            case IBANK + "/12" -> Optional.of(number.substring(2));
            case GSB + "/12", GHB + "/12" -> Optional.of(("999" + number).substring(4));
            case GSB + "/15", GHB + "/15" -> Optional.of(number.substring(4));
            default -> Optional.empty();
        };
    }

    /** The branch as KBank wants it in files for other banks. */
    static String branchForKbank(String number, String bank) {
        if (FIXED_BRANCH.contains(bank)) {
            return "0001";
        }
        return switch (bank) {
            case BAAC -> "0000";
            case "045" -> "0010";
            case GSB -> number.length() == 12 ? "9990" : start(number, 4);
            case TISCO, KKP, "073" -> start(number, 4);
            case IBANK -> number.length() == 12 ? number.substring(2, 5) : start(number, 3);
            default -> start(number, 3);
        };
    }

    private static String start(String number, int length) {
        return number.substring(0, Math.min(length, number.length()));
    }
}
