package io.tical.server.payout;

import io.tical.common.Money;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.PostingType;
import java.util.List;

/** The movements of which the effects of {@link PayoutStatus} consist. */
final class PayoutMoney {
    private PayoutMoney() {}

    record Effected(List<Movement> movements, Payout.Totals totals) {}

    /** @param delivered minor units delivered over all legs; only for {@link PayoutStatus.Effect#DELIVER_AND_RETURN} */
    static Effected of(PayoutStatus.Effect effect, Payout payout, long delivered, long unitStep) {
        var terms = payout.terms();
        var totals = payout.progress().totals();
        var gross = terms.gross();
        return switch (effect) {
            case NONE -> kept(payout);
            case ACTIVATE -> kept(payout, move(payout, PostingType.PAYOUT_ACTIVATE, gross));
            case ACTIVATE_AND_DELIVER -> delivered(payout, PostingType.PAYOUT_ACTIVATE);
            case DELIVER_AND_RETURN -> deliveredAndReturned(payout, delivered, unitStep);
            case RETURN -> back(payout, PostingType.PAYOUT_RETURN);
            case RELEASE -> back(payout, PostingType.PAYOUT_RELEASE);
            case TURN_DOWN -> kept(payout, move(payout, PostingType.PAYOUT_TURN_DOWN, gross));
            case RECAPTURE ->
                new Effected(List.of(move(payout, PostingType.PAYOUT_CAPTURE, gross)), Payout.Totals.NOTHING);
            case RECAPTURE_AND_DELIVER -> delivered(payout, PostingType.PAYOUT_CAPTURE);
            case REVERT ->
                kept(
                        payout,
                        move(payout, PostingType.PAYOUT_REVERT, totals.delivered()),
                        move(payout, PostingType.PAYOUT_FEE_REVERT, terms.fee() - totals.feeReturned()));
        };
    }

    /** A partial delivery earns its share of the fee, in unit steps; the rest is returned. */
    private static Effected deliveredAndReturned(Payout payout, long delivered, long unitStep) {
        var terms = payout.terms();
        var earned = Money.share(terms.fee(), delivered, terms.amount(), unitStep);
        var rest = terms.gross() - delivered - earned;
        return new Effected(
                List.of(
                        move(payout, PostingType.PAYOUT_DELIVER, delivered),
                        move(payout, PostingType.PAYOUT_FEE, earned),
                        move(payout, PostingType.PAYOUT_RETURN, rest)),
                new Payout.Totals(delivered, terms.fee() - earned, rest));
    }

    private static Effected delivered(Payout payout, PostingType capture) {
        var terms = payout.terms();
        return new Effected(
                List.of(
                        move(payout, capture, terms.gross()),
                        move(payout, PostingType.PAYOUT_DELIVER, terms.amount()),
                        move(payout, PostingType.PAYOUT_FEE, terms.fee())),
                new Payout.Totals(terms.amount(), 0, 0));
    }

    private static Effected back(Payout payout, PostingType posting) {
        var terms = payout.terms();
        return new Effected(
                List.of(move(payout, posting, terms.gross())),
                new Payout.Totals(payout.progress().totals().delivered(), terms.fee(), terms.gross()));
    }

    private static Effected kept(Payout payout, Movement... movements) {
        return new Effected(List.of(movements), payout.progress().totals());
    }

    private static Movement move(Payout payout, PostingType posting, long amount) {
        return new Movement(posting, amount, payout.id());
    }
}
