package io.tical.server.payin;

import io.tical.common.Word;
import io.tical.server.decision.Possible;
import io.tical.server.decision.Possible.Trial;
import io.tical.server.p2p.Match;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.payin.PayinStatus.Trigger;
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

    /** A reference that no payment has. */
    private static final String UNKNOWN = "";

    static Possible<PossiblePayinDecision> on(Payin payin, Optional<Match> match, PayinRules rules) {
        return Possible.of(
                payin.key(),
                PossiblePayinDecision.class,
                one -> one.trials(payin, match, rules),
                (command, now) -> rules.decide(payin, command, match.orElse(null), now));
    }

    private Stream<Trial<PayinAction>> trials(Payin payin, Optional<Match> match, PayinRules rules) {
        return switch (this) {
            case CONFIRM -> {
                var paid = match.map(Match::amount).orElse(payin.terms().transferAmount());
                yield Trial.of(
                        PayinAction.Found.of(new Receipt(paid, UNKNOWN), null),
                        PayinDecisionTerms.confirm(payin, rules.fee(payin)));
            }
            case FAIL -> Trial.of(new PayinAction.Fail(UNKNOWN));
            case RELEASE_MATCH -> Trial.of(new PayinAction.ReleaseMatch());
            case REFUND ->
                Trial.of(
                        new PayinAction.Fire(Trigger.OPEN_REFUND),
                        PayinDecisionTerms.refund(payin, rules.refunded(payin)));
            case COMPLETE_REFUND ->
                Trial.of(
                        new PayinAction.CompleteRefund(UNKNOWN),
                        PayinDecisionTerms.completeRefund(payin, rules.refunded(payin)));
        };
    }
}
