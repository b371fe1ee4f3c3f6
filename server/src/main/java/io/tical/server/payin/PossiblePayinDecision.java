package io.tical.server.payin;

import io.tical.common.Word;
import io.tical.server.p2p.Match;
import io.tical.server.payin.PayinStatus.Trigger;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
        return Stream.of(values())
                .filter(one -> one.possible(payin, match.orElse(null)))
                .toList();
    }

    private boolean possible(Payin payin, @Nullable Match match) {
        var status = payin.status();
        return switch (this) {
            case CONFIRM -> PayinRules.refusalOfPayment(payin, match).isEmpty();
            case FAIL -> PayinStatus.TABLE.allows(status, Trigger.FAIL);
            case RELEASE_MATCH -> match != null && match.isOpen();
            case REFUND -> PayinStatus.TABLE.allows(status, Trigger.OPEN_REFUND);
            case COMPLETE_REFUND -> PayinStatus.TABLE.allows(status, Trigger.COMPLETE_REFUND);
        };
    }
}
