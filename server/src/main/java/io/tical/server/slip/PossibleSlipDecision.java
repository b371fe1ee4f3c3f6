package io.tical.server.slip;

import io.tical.common.Word;
import io.tical.server.p2p.Match;
import io.tical.server.payin.Payin;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The possible decisions of operators on a slip. */
enum PossibleSlipDecision implements Word {
    /** The slip confirms its payin. */
    ACCEPT,
    /** The payin accepts no payment, so the payment becomes unallocated funds. */
    SUSPEND,
    /**
     * The payin ended, and a payout still waits for the payment. Operators record it with {@code POST /admin/v1/payins/{id}/confirm}, and
     * then reject the slip.
     */
    CONFIRM_PAYIN,
    REJECT;

    /** Whether it records the payment of the slip. */
    boolean pays() {
        return this == ACCEPT || this == SUSPEND;
    }

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
     * Refuses a decision that the slip does not accept now; the error names the possible ones.
     *
     * @throws Problem.Conflict {@code SLIP_STATUS_TRANSITION_INVALID} when the slip is decided; {@code PAYIN_STATUS_TRANSITION_INVALID}
     *     when the state of its payin does not allow it
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
            return " and accepts no payment: suspend the slip, which makes the payment unallocated funds, or reject it";
        }
        if (possible.contains(CONFIRM_PAYIN)) {
            return ", and the payout that it was matched with still waits for this payment. Record the payment with POST"
                    + " /admin/v1/payins/" + payin.id() + "/confirm, and then reject the slip";
        }
        return payin.matched()
                ? ". Its payment went to the payee of a payout, not to an account of the operator, so it cannot be kept in"
                        + " suspense; reject the slip"
                : " and was paid by this payment: reject the slip";
    }
}
