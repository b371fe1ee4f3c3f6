package io.tical.server.payout;

import io.tical.common.Money;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.PostingType;
import java.util.List;

/** The postings of the effects of {@link PayoutStatus}. */
final class PayoutMoney {
    private PayoutMoney() {}

    record Outcome(List<Movement> movements, Payout.Settled settled) {}

    /** @param delivered minor units delivered over all legs */
    static Outcome of(PayoutStatus.Effect effect, Payout payout, long delivered) {
        var terms = payout.terms();
        var settled = payout.progress().settled();
        var gross = terms.gross();
        return switch (effect) {
            case NONE -> kept(payout);
            case ACTIVATE -> kept(payout, move(payout, PostingType.PAYOUT_ACTIVATE, gross));
            case ACTIVATE_AND_DELIVER -> delivered(payout, PostingType.PAYOUT_ACTIVATE);
            case SETTLE -> settled(payout, delivered);
            case RETURN -> back(payout, PostingType.PAYOUT_RETURN);
            case RELEASE -> back(payout, PostingType.PAYOUT_RELEASE);
            case TURN_DOWN -> kept(payout, move(payout, PostingType.PAYOUT_TURN_DOWN, gross));
            case RECAPTURE ->
                new Outcome(List.of(move(payout, PostingType.PAYOUT_CAPTURE, gross)), Payout.Settled.NOTHING);
            case RECAPTURE_AND_DELIVER -> delivered(payout, PostingType.PAYOUT_CAPTURE);
            case REVERT ->
                kept(
                        payout,
                        move(payout, PostingType.PAYOUT_REVERT, settled.delivered()),
                        move(payout, PostingType.PAYOUT_FEE_REVERT, terms.fee() - settled.feeReturned()));
        };
    }

    /** A partial delivery earns its share of the fee; the rest is returned. */
    private static Outcome settled(Payout payout, long delivered) {
        var terms = payout.terms();
        var earned = Money.share(terms.fee(), delivered, terms.amount());
        var rest = terms.gross() - delivered - earned;
        return new Outcome(
                List.of(
                        move(payout, PostingType.PAYOUT_DELIVER, delivered),
                        move(payout, PostingType.PAYOUT_FEE, earned),
                        move(payout, PostingType.PAYOUT_RETURN, rest)),
                new Payout.Settled(delivered, terms.fee() - earned, rest));
    }

    private static Outcome delivered(Payout payout, PostingType capture) {
        var terms = payout.terms();
        return new Outcome(
                List.of(
                        move(payout, capture, terms.gross()),
                        move(payout, PostingType.PAYOUT_DELIVER, terms.amount()),
                        move(payout, PostingType.PAYOUT_FEE, terms.fee())),
                new Payout.Settled(terms.amount(), 0, 0));
    }

    private static Outcome back(Payout payout, PostingType posting) {
        var terms = payout.terms();
        return new Outcome(
                List.of(move(payout, posting, terms.gross())),
                new Payout.Settled(payout.progress().settled().delivered(), terms.fee(), terms.gross()));
    }

    private static Outcome kept(Payout payout, Movement... movements) {
        return new Outcome(List.of(movements), payout.progress().settled());
    }

    private static Movement move(Payout payout, PostingType posting, long amount) {
        return new Movement(posting, amount, payout.id());
    }
}
