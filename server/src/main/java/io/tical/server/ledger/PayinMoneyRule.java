package io.tical.server.ledger;

import io.tical.server.ledger.PayinAuditStore.Moved;
import io.tical.server.ledger.PayinAuditStore.Stored;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Where a live payin's money must be, by its status, in minor units. Net is what was paid less the fee charged.
 *
 * <pre>
 * status                                            available  held  fee                     rail
 * pending, processing, failed, expired, cancelled   0          0     0                       0
 * success                                           net        0     fee                     − paid
 * rejected                                          0          net   fee                     − paid
 * refunded                                          0          0     fee − fee_returned      fee_returned − fee
 * </pre>
 *
 * A payer who paid the payee of a payout that had gone on without him paid nobody of the house: then it is {@code suspense} that
 * is poorer by what was paid, and the rail by what was paid back alone.
 *
 * <p>A test payin says the same of itself, and has no transfer at all.
 */
record PayinMoneyRule(Stored payin, Place place) {
    /** Where the money of a payin is. */
    enum Place {
        NOWHERE,
        CREDITED,
        PUT_ASIDE,
        BACK
    }

    static PayinMoneyRule of(Stored payin) {
        var place = switch (payin.status()) {
            case "pending", "processing", "failed", "expired", "cancelled" -> Place.NOWHERE;
            case "success" -> Place.CREDITED;
            case "rejected" -> Place.PUT_ASIDE;
            case "refunded" -> Place.BACK;
            default -> throw new Finding.Found("payin", payin.key() + " status", "a status", payin.status());
        };
        return new PayinMoneyRule(payin, place);
    }

    /** @param moved the sums of the payin's transfers by posting */
    void require(List<Moved> moved) {
        requireRow();
        if (!payin.key().livemode()) {
            Finding.require(
                    moved.isEmpty(), "transfer", payin.key() + " reference", "no transfer, for it is a test", "some");
            return;
        }
        var balances = new EnumMap<Account, Long>(Account.class);
        for (var sum : moved) {
            var posting = Posting.of(sum.operation())
                    .filter(known -> known.name().startsWith("PAYIN_"))
                    .orElseThrow(() -> new Finding.Found(
                            "transfer", payin.key() + " operation", "postings of a payin", sum.operation()));
            balances.merge(posting.debit(), -sum.amount(), Math::addExact);
            balances.merge(posting.credit(), sum.amount(), Math::addExact);
        }
        expected().forEach((account, amount) -> {
            var found = balances.getOrDefault(account, 0L);
            Finding.require(
                    found.longValue() == amount,
                    "payin",
                    payin.key() + ", " + payin.status(),
                    amount + " in " + account.word() + " from its transfers",
                    found);
        });
    }

    private Map<Account, Long> expected() {
        var earned = payin.feeCharged() - payin.feeReturned();
        var expected = new EnumMap<Account, Long>(Account.class);
        expected.put(Account.AVAILABLE, place == Place.CREDITED ? payin.net() : 0L);
        expected.put(Account.HELD, place == Place.PUT_ASIDE ? payin.net() : 0L);
        expected.put(Account.FEE, earned);
        var back = place == Place.BACK ? payin.paid() - earned : 0L;
        expected.put(Account.SUSPENSE, payin.owed() ? -payin.paid() : 0L);
        expected.put(Account.RAIL, payin.owed() ? back : back - payin.paid());
        return expected;
    }

    /** What the row says of itself. */
    private void requireRow() {
        var paid = place != Place.NOWHERE;
        Finding.require(
                paid == payin.paid() > 0,
                "payin",
                payin.key() + " paid",
                paid ? "an amount, being " + payin.status() : "0, being " + payin.status(),
                payin.paid());
        var charged = Math.min(payin.fee(), payin.paid());
        Finding.require(
                payin.feeCharged() == charged,
                "payin",
                payin.key() + " fee_charged",
                charged + " of the " + payin.paid() + " that were paid",
                payin.feeCharged());
        Finding.require(
                payin.feeReturned() == 0 || (place == Place.BACK && payin.feeReturned() == payin.feeCharged()),
                "payin",
                payin.key() + " fee_returned",
                "0, or all of the fee of a refunded payin",
                payin.feeReturned());
    }
}
