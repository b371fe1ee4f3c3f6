package io.tical.server.currency;

import io.tical.common.CurrencyProfile;
import io.tical.server.problem.Problem;

/** The rules that every amount of a request follows. */
public final class Amounts {
    private Amounts() {}

    /** @throws Problem.BadRequest {@code AMOUNT_INVALID} */
    public static void requirePositive(long amountMinor) {
        if (amountMinor <= 0) {
            throw new Problem.BadRequest("AMOUNT_INVALID", "The amount must be greater than zero");
        }
    }

    /** @throws Problem.BadRequest {@code AMOUNT_NOT_DIVISIBLE} if the currency cannot pay this amount */
    public static void requireDivisible(CurrencyProfile currency, long amountMinor) {
        requireDivisible(currency.code(), currency.unitStep(), amountMinor);
    }

    /** @throws Problem.BadRequest {@code AMOUNT_NOT_DIVISIBLE} if the amount is no multiple of the unit step */
    public static void requireDivisible(String currency, long unitStep, long amountMinor) {
        if (amountMinor % unitStep != 0) {
            throw new Problem.BadRequest(
                    "AMOUNT_NOT_DIVISIBLE", "The amount must be a multiple of " + unitStep + " in " + currency);
        }
    }
}
