package io.tical.server.slip;

import io.tical.server.rail.SlipParty;
import io.tical.server.slip.Check.Result;
import org.jspecify.annotations.Nullable;

/**
 * Compares the account on a slip with the expected receiver. Banks mask most digits; the visible digits are compared by
 * position. Many accounts have the same visible digits, so a masked number needs a name that agrees ({@link NameMatch}).
 *
 * @param result {@code MATCH} if every visible digit and the bank agree, and enough digits are visible
 * @param complete whether the number is the receiver's and shows every digit, so that it identifies the account by itself
 */
record ReceiverMatch(Result result, boolean complete) {
    /** Fewer visible digits match too many accounts. */
    private static final int SHOWN_MIN = 4;

    /** @param expected the account with its bank, number and PromptPay id */
    static ReceiverMatch of(SlipParty expected, SlipParty found) {
        var bank = bank(expected.bankCode(), found.bankCode());
        var account = digits(expected.accountNo(), found.accountNo());
        var proxy = digits(expected.proxy(), found.proxy());
        if (bank == Result.MISMATCH || account == Result.MISMATCH || proxy == Result.MISMATCH) {
            return new ReceiverMatch(Result.MISMATCH, false);
        }
        // A PromptPay id belongs to one account of the country, an account number to one of its bank.
        var byAccount = account == Result.MATCH && bank == Result.MATCH;
        var complete =
                (proxy == Result.MATCH && isComplete(found.proxy())) || (byAccount && isComplete(found.accountNo()));
        return new ReceiverMatch(proxy == Result.MATCH || byAccount ? Result.MATCH : Result.UNKNOWN, complete);
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
            if (isDigit(found.charAt(at))) {
                shown++;
                if (found.charAt(at) != expected.charAt(at)) {
                    return Result.MISMATCH;
                }
            }
        }
        return shown < SHOWN_MIN ? Result.UNKNOWN : Result.MATCH;
    }

    private static boolean isComplete(@Nullable String number) {
        return number != null && number.chars().allMatch(ReceiverMatch::isDigit);
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
