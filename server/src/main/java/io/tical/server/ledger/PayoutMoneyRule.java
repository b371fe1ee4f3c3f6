package io.tical.server.ledger;

import io.tical.server.ledger.PayoutAuditStore.Moved;
import io.tical.server.ledger.PayoutAuditStore.Stored;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Where a payout's money must be, by its status, in minor units. Gross is amount and fee.
 *
 * <pre>
 * status                                        held    in_transit  rail        fee
 * pending, pending_review, rejected             gross   0           0           0
 * processing, in_review                         0       gross       0           0
 * success, partial_success                      0       0           delivered   fee − fee_returned
 * failed, cancelled, expired, refunded          0       0           0           0
 * </pre>
 *
 * and in every status {@code available} is poorer by gross − returned. A payout that was turned down, reverted or tried
 * again has moved money to and fro; what counts is the sum. What attempts delivered that had been given up is in {@code rail} too, and
 * {@code suspense} is poorer by it.
 */
record PayoutMoneyRule(Stored payout, Place place) {
    /** Where the money of a payout is. */
    enum Place {
        PUT_ASIDE,
        UNDER_WAY,
        DELIVERED,
        BACK
    }

    static PayoutMoneyRule of(Stored payout) {
        var place = switch (payout.status()) {
            case "pending", "pending_review", "rejected" -> Place.PUT_ASIDE;
            case "processing", "in_review" -> Place.UNDER_WAY;
            case "success", "partial_success" -> Place.DELIVERED;
            case "failed", "cancelled", "expired", "refunded" -> Place.BACK;
            default -> throw new Finding.Found("payout", payout.key() + " status", "a status", payout.status());
        };
        return new PayoutMoneyRule(payout, place);
    }

    boolean underWay() {
        return place == Place.UNDER_WAY;
    }

    /**
     * Proves the payout's money.
     *
     * @param moved the sums of the payout's transfers by posting
     * @param claimed what attempts delivered that had been given up
     */
    void require(List<Moved> moved, long claimed) {
        requireRow();
        var balances = new EnumMap<Account, Long>(Account.class);
        for (var sum : moved) {
            var posting = Posting.of(sum.operation())
                    .filter(known -> known.name().startsWith("PAYOUT_"))
                    .orElseThrow(() -> new Finding.Found(
                            "transfer", payout.key() + " operation", "postings of a payout", sum.operation()));
            balances.merge(posting.debit(), -sum.amount(), Math::addExact);
            balances.merge(posting.credit(), sum.amount(), Math::addExact);
        }
        expected(claimed).forEach((account, amount) -> {
            var found = balances.getOrDefault(account, 0L);
            Finding.require(
                    found.longValue() == amount,
                    "payout",
                    payout.key() + ", " + payout.status(),
                    amount + " in " + account.word() + " from its transfers",
                    found);
        });
    }

    private Map<Account, Long> expected(long claimed) {
        var gross = payout.gross();
        var earned = payout.fee() - payout.feeReturned();
        var expected = new EnumMap<Account, Long>(Account.class);
        expected.put(Account.AVAILABLE, payout.returned() - gross);
        expected.put(Account.HELD, place == Place.PUT_ASIDE ? gross : 0L);
        expected.put(Account.IN_TRANSIT, place == Place.UNDER_WAY ? gross : 0L);
        expected.put(Account.RAIL, claimed + (place == Place.DELIVERED ? payout.delivered() : 0L));
        expected.put(Account.SUSPENSE, -claimed);
        expected.put(Account.FEE, place == Place.DELIVERED ? earned : 0L);
        return expected;
    }

    /** What the row says of itself. */
    private void requireRow() {
        var earned = payout.fee() - payout.feeReturned();
        var returned = switch (place) {
            case PUT_ASIDE, UNDER_WAY -> 0L;
            case DELIVERED -> payout.gross() - payout.delivered() - earned;
            case BACK -> payout.gross();
        };
        Finding.require(
                payout.returned() == returned,
                "payout",
                payout.key() + " returned",
                returned + ", being " + payout.status(),
                payout.returned());
        var whole = payout.delivered() == payout.amount();
        var fits = switch (payout.status()) {
            case "success" -> whole;
            case "partial_success" -> payout.delivered() > 0 && !whole;
            case "rejected", "refunded" -> payout.delivered() == 0 || whole;
            default -> payout.delivered() == 0;
        };
        Finding.require(
                fits,
                "payout",
                payout.key() + " delivered",
                "what fits " + payout.status() + " of " + payout.amount(),
                payout.delivered());
    }
}
