package io.tical.server.payin;

import io.tical.common.Word;
import io.tical.server.p2p.Match;
import io.tical.server.payin.PayinStatus.Trigger;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The possible decisions of operators on a payin. */
enum PossiblePayinDecision implements Word {
    /** A payment was found: it pays the payin, or becomes unallocated funds. */
    CONFIRM,
    FAIL,
    RELEASE_MATCH,
    REFUND,
    COMPLETE_REFUND;

    /** The decisions that the payin accepts now. */
    static List<PossiblePayinDecision> on(Payin payin, Optional<Match> match) {
        var open = match.filter(Match::isOpen).isPresent();
        return Stream.of(values()).filter(one -> one.possible(payin, open)).toList();
    }

    /** @param matchOpen whether a payout waits for the payment */
    private boolean possible(Payin payin, boolean matchOpen) {
        var status = payin.status();
        return switch (this) {
            // The service finds the payments of deposits. If a match has ended, the payee has the payment, not the
            // operator.
            case CONFIRM ->
                payin.terms().channel() != Channel.CRYPTO && (status.takesPayment() || !payin.matched() || matchOpen);
            case FAIL -> PayinStatus.TABLE.allows(status, Trigger.FAIL);
            case RELEASE_MATCH -> matchOpen;
            case REFUND -> PayinStatus.TABLE.allows(status, Trigger.OPEN_REFUND);
            case COMPLETE_REFUND -> PayinStatus.TABLE.allows(status, Trigger.COMPLETE_REFUND);
        };
    }
}
