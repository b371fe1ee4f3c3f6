package io.tical.server.slip;

import io.tical.server.rail.SlipParty;
import io.tical.server.slip.Check.Result;
import org.jspecify.annotations.Nullable;

/**
 * Compares the account on a slip with the expected receiver. Banks mask most digits; the visible digits are compared by
 * position. Names are abbreviated too differently to compare; operators read them.
 */
final class ReceiverMatch {
    /** Fewer visible digits match too many accounts. */
    private static final int SHOWN_MIN = 3;

    private ReceiverMatch() {}

    /** @param expected the account with its bank, number and PromptPay id */
    static Result of(SlipParty expected, SlipParty found) {
        var bank = bank(expected.bankCode(), found.bankCode());
        var account = digits(expected.accountNo(), found.accountNo());
        var proxy = digits(expected.proxy(), found.proxy());
        if (bank == Result.MISMATCH || account == Result.MISMATCH || proxy == Result.MISMATCH) {
            return Result.MISMATCH;
        }
        // A PromptPay id belongs to one account of the country, an account number to one of its bank.
        var match = proxy == Result.MATCH || (account == Result.MATCH && bank == Result.MATCH);
        return match ? Result.MATCH : Result.UNKNOWN;
    }

    private static Result bank(@Nullable String expected, @Nullable String found) {
        if (expected == null || found == null) {
            return Result.UNKNOWN;
        }
        return Slip.bank(expected).equals(Slip.bank(found)) ? Result.MATCH : Result.MISMATCH;
    }

    /** The digits of numbers of different lengths cannot be aligned. */
    private static Result digits(@Nullable String expected, @Nullable String found) {
        if (expected == null || found == null || expected.length() != found.length()) {
            return Result.UNKNOWN;
        }
        var shown = 0;
        for (int at = 0; at < found.length(); at++) {
            var digit = found.charAt(at);
            if (digit >= '0' && digit <= '9') {
                shown++;
                if (digit != expected.charAt(at)) {
                    return Result.MISMATCH;
                }
            }
        }
        return shown < SHOWN_MIN ? Result.UNKNOWN : Result.MATCH;
    }
}
