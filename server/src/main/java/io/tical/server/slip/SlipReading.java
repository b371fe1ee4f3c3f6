package io.tical.server.slip;

import io.tical.server.decision.Transferred;
import io.tical.server.input.JsonBody;
import io.tical.server.rail.BankTransfer;
import io.tical.server.rail.SendingBank;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an operator and the verifier say about the payment of a slip. The operator reads a slip that the verifier did not read, and says what was
 * paid if it is another amount than the verifier's.
 *
 * @param amount minor units, 1 or more
 * @param reference of the transfer, which the operator or the verifier read; null if neither did
 * @param transfer null if the operator must name it and did not
 */
record SlipReading(long amount, @Nullable String reference, Slip.@Nullable Transfer transfer) {
    /** Reads {@code paid_amount}, {@code reference} and {@code sending_bank}. */
    static SlipReading of(Slip slip, JsonBody body) {
        var facts = slip.facts();
        var named = Transferred.reference(body);
        var bank = SendingBank.read(body);
        var known = slip.knownTransfer();
        if (known != null) {
            requireSame(known, named, bank, body);
        }
        var read = named == null && facts != null && known != null ? known.reference() : named;
        var typed = named == null || bank == null ? null : new Slip.Transfer(bank, named);
        return new SlipReading(amount(slip, body), read, known == null ? typed : known);
    }

    /** A slip with a code of another transfer than the operator reads on it is not accepted. */
    private static void requireSame(
            Slip.Transfer known, @Nullable String reference, @Nullable String bank, JsonBody body) {
        if (reference != null && !BankTransfer.same(reference, known.reference())) {
            body.wrong(
                    Transferred.REFERENCE,
                    "mismatch",
                    "differs from the reference of this slip, " + known.reference()
                            + "; if another transfer paid, reject the slip and confirm the payin");
        }
        var banks = new BankTransfer(known.bank(), known.reference());
        if (bank != null && !banks.maybe(new BankTransfer(bank, known.reference()))) {
            body.wrong(SendingBank.FIELD, "mismatch", "differs from the bank of this slip, " + known.bank());
        }
    }

    private static long amount(Slip slip, JsonBody body) {
        var facts = slip.facts();
        if (body.has(SlipDecisionTerms.PAID_AMOUNT)) {
            var paid = body.amount(SlipDecisionTerms.PAID_AMOUNT);
            if (paid < 1) {
                body.wrong(SlipDecisionTerms.PAID_AMOUNT, "positive", "must be a positive number of minor units");
            }
            return Math.max(1, paid);
        }
        if (facts == null) {
            return 1;
        }
        var currency = slip.upload().currency();
        if (!facts.currency().equals(currency)) {
            body.wrong(
                    SlipDecisionTerms.PAID_AMOUNT,
                    "required",
                    "is required, because the slip shows " + facts.amount() + " minor units of " + facts.currency()
                            + " and the payin is in " + currency + "; send what arrived in minor units of " + currency);
        }
        return facts.amount();
    }

    /** The slip with the transfer that was read, so that its checks are on this transfer. */
    Slip on(Slip slip) {
        return transfer == null ? slip : slip.with(slip.progress().of(transfer));
    }

    /** The payment, if no field is wrong. */
    SlipPayment payment() {
        return new SlipPayment(amount, Objects.requireNonNull(transfer));
    }
}
