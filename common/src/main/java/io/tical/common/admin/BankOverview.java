package io.tical.common.admin;

import io.tical.common.admin.BankAccountState.Share;
import java.util.List;

/**
 * How much of the money of payins the bank proves, and how much of its statements is explained. Amounts are minor units.
 *
 * @param debits the entries out of accounts that nobody has explained, of all times, in each currency that has some
 * @param between what is on its way between two accounts of the operator, of all times, in each currency in which it is not zero
 * @param statements of accounts that should get some
 * @param windows what happened in the last 24 hours, and in the last 7 days
 */
public record BankOverview(
        boolean livemode, List<Debits> debits, List<Between> between, Statements statements, List<Window> windows) {
    /**
     * Transfers between two accounts of the operator of which one entry was explained and the other was not.
     *
     * @param entries that have no counterpart of the same amount
     * @param amount their sum, not zero; negative if the money left one account and has not come to the other
     */
    public record Between(String currency, long entries, long amount) {}
    /**
     * The accounts that should get statements.
     *
     * @param expecting how many there are
     * @param late how many of them have a last statement that is older than it may become, or none
     */
    public record Statements(int expecting, int late) {}

    /**
     * Entries out of accounts.
     *
     * @param amount their sum, 1 or more
     */
    public record Debits(String currency, long entries, long amount) {}

    /**
     * @param hours until now
     * @param payments of payins that were created in it and credited on an account of the operator, in each currency that has some
     * @param entries that came in it, in each currency that has some
     */
    public record Window(int hours, List<Payments> payments, List<Entries> entries) {}

    /**
     * The credited payments of payins in one currency.
     *
     * @param bank those that an entry of a statement proves
     * @param verifier those that no entry proves, and that the service found by a verified slip
     * @param unproved those that no entry proves, and that a person recorded or accepted
     */
    public record Payments(String currency, Sum bank, Sum verifier, Sum unproved) {}

    /** How many there are, and how much money. */
    public record Sum(long count, long amount) {
        public static final Sum NONE = new Sum(0, 0);

        public Sum plus(Sum other) {
            return new Sum(count + other.count, Math.addExact(amount, other.amount));
        }
    }

    /** The entries of accounts in one currency, into and out of them. */
    public record Entries(String currency, Share share) {}
}
