package io.tical.server.slip;

import io.tical.common.Word;
import io.tical.server.p2p.Match;
import io.tical.server.payin.Payin;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What operators can decide on a slip. */
enum PossibleSlipDecision implements Word {
    /** It confirms its payin. */
    ACCEPT,
    /** Its payin takes no payment, so it becomes unallocated funds. */
    SUSPEND,
    /**
     * Its payin ended, and a payout still waits for the payment: it is recorded with {@code POST /admin/v1/payins/{id}/confirm}. The slip
     * is rejected then.
     */
    CONFIRM_PAYIN,
    REJECT;

    /** The decisions that the slip accepts now. */
    static List<PossibleSlipDecision> on(Slip slip, Payin payin, Optional<Match> match) {
        return Stream.of(values())
                .filter(one -> one.possible(slip, payin, match))
                .toList();
    }

    private boolean possible(Slip slip, Payin payin, Optional<Match> match) {
        var open = payin.status().takesPayment();
        return slip.progress().stage().undecided()
                && switch (this) {
                    case ACCEPT -> open;
                    case SUSPEND -> !open && !payin.matched() && !SlipRules.paidBy(slip, payin);
                    case CONFIRM_PAYIN -> !open && match.filter(Match::isOpen).isPresent();
                    case REJECT -> true;
                };
    }

    /**
     * Refuses a decision that the slip does not accept now, and tells what is right instead.
     *
     * @throws Problem.Conflict {@code SLIP_STATUS_TRANSITION_INVALID} when the slip is decided; {@code PAYIN_STATUS_TRANSITION_INVALID}
     *     when its payin is not in a state for it
     */
    void require(Slip slip, Payin payin, Optional<Match> match) {
        SlipRules.requireUndecided(slip);
        if (!possible(slip, payin, match)) {
            throw new Problem.Conflict(
                    "PAYIN_STATUS_TRANSITION_INVALID",
                    "This slip's payin is " + payin.status().word() + advice(on(slip, payin, match), payin));
        }
    }

    private static String advice(List<PossibleSlipDecision> possible, Payin payin) {
        if (possible.contains(ACCEPT)) {
            return ": accept the slip, or reject it";
        }
        if (possible.contains(SUSPEND)) {
            return " and takes no payment: suspend the slip, which makes the payment unallocated funds, or reject it";
        }
        if (possible.contains(CONFIRM_PAYIN)) {
            return ", and the payout that it was matched with still waits for this payment. Record the payment with POST"
                    + " /admin/v1/payins/" + payin.id() + "/confirm, and then reject the slip";
        }
        return payin.matched()
                ? ". Its payment went to the payee of a payout and not to an account of the operator's, so it cannot be kept in"
                        + " suspense; reject the slip"
                : " and was paid by this payment: reject the slip";
    }
}
