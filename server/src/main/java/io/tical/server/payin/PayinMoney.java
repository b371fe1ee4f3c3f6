package io.tical.server.payin;

import io.tical.server.ledger.Movement;
import io.tical.server.ledger.Posting;
import io.tical.server.payin.PayinCommand.Receipt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The postings of the effects of {@link PayinStatus}. A test payin settles the same amounts without postings. */
final class PayinMoney {
    private PayinMoney() {}

    /** The postings and the resulting settlement. */
    record Outcome(List<Movement> movements, Payin.Settled settled) {}

    /**
     * The outcome of an effect.
     *
     * @param receipt the payment; only for {@link PayinStatus.Effect#CREDIT}
     * @param owed whether the payee of a payout owes the payment, because the payout was also sent by a rail
     * @param feeRefunded whether the fee is refunded with the payment
     */
    static Outcome of(
            PayinStatus.Effect effect, Payin payin, @Nullable Receipt receipt, boolean owed, boolean feeRefunded) {
        var settled = payin.progress().settled();
        return switch (effect) {
            case NONE -> outcome(payin, settled);
            case CREDIT -> credit(payin, receipt, owed);
            case HOLD -> outcome(payin, settled, move(payin, Posting.PAYIN_REFUND_HOLD, settled.net()));
            case PAY_BACK -> {
                var fee = feeRefunded ? settled.fee() : 0;
                yield outcome(
                        payin,
                        new Payin.Settled(settled.paid(), settled.fee(), fee, settled.reference()),
                        move(payin, Posting.PAYIN_REFUND, settled.net()),
                        move(payin, Posting.PAYIN_FEE_REFUND, fee));
            }
        };
    }

    /** The fee is computed from the requested amount (spec, Callback body: payin) and is at most the paid amount. */
    private static Outcome credit(Payin payin, @Nullable Receipt receipt, boolean owed) {
        if (receipt == null) {
            throw new IllegalArgumentException("nothing is credited without a payment");
        }
        var fee = Math.min(payin.terms().fee(), receipt.paid());
        var settled = new Payin.Settled(receipt.paid(), fee, 0, receipt.reference());
        return outcome(
                payin,
                settled,
                move(payin, owed ? Posting.PAYIN_OWED_CREDIT : Posting.PAYIN_CREDIT, settled.net()),
                move(payin, owed ? Posting.PAYIN_OWED_FEE : Posting.PAYIN_FEE, settled.fee()));
    }

    private static Outcome outcome(Payin payin, Payin.Settled settled, Movement... movements) {
        return new Outcome(payin.terms().livemode() ? List.of(movements) : List.of(), settled);
    }

    private static Movement move(Payin payin, Posting posting, long amount) {
        return new Movement(posting, amount, payin.id());
    }
}
