package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.p2p.Match;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.Dialect;
import io.tical.server.transaction.StaffDecision;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The console offers exactly the decisions on payins that the rules accept, in every state of a payin and its match. */
class PossiblePayinDecisionTest {
    private static final StaffDecision STAFF = new StaffDecision("fay", null, "a note", "request");

    @ParameterizedTest
    @EnumSource(PayinStatus.class)
    void whatIsOfferedIsAccepted(PayinStatus status) {
        requireAgreement(payin(status, Channel.BANK, UUID.randomUUID()), Optional.empty());
        requireAgreement(payin(status, Channel.CRYPTO, null), Optional.empty());
        var matched = payin(status, Channel.QRCODE, null);
        for (var state : Match.State.values()) {
            requireAgreement(matched, Optional.of(PayinRulesTest.match(matched, state)));
        }
    }

    private static Payin payin(PayinStatus status, Channel channel, @Nullable UUID collectionAccountId) {
        return PayinRulesTest.payin(status, true, Dialect.V1, channel, collectionAccountId);
    }

    private static void requireAgreement(Payin payin, Optional<Match> match) {
        assertThat(Stream.of(PossiblePayinDecision.values()).filter(one -> accepts(payin, match, one)))
                .as("%s %s, %s", payin.terms().channel(), payin.status(), match.map(Match::state))
                .containsExactlyElementsOf(PossiblePayinDecision.on(payin, match, PayinRulesTest.RULES)
                        .decisions());
    }

    private static boolean accepts(Payin payin, Optional<Match> match, PossiblePayinDecision decision) {
        try {
            PayinRulesTest.RULES.decide(payin, command(payin, match, decision), match.orElse(null), PayinRulesTest.NOW);
            return true;
        } catch (Problem.Conflict refused) {
            return false;
        }
    }

    private static Command<PayinAction> command(Payin payin, Optional<Match> match, PossiblePayinDecision decision) {
        var key = payin.key();
        return switch (decision) {
            case CONFIRM -> {
                // Another payment than the one that may have paid it.
                var paid = new Receipt(match.map(Match::amount).orElse(1L), "bank-2");
                yield new Command<PayinAction>(key, PayinAction.Found.of(paid, null), STAFF.by());
            }
            case FAIL -> new Command<PayinAction>(key, new PayinAction.Fail("closed"), STAFF.by());
            case RELEASE_MATCH -> new Command<PayinAction>(key, new PayinAction.ReleaseMatch(), STAFF.by());
            case REFUND -> new Command<PayinAction>(key, new PayinAction.Fire(Trigger.OPEN_REFUND), STAFF.by());
            case COMPLETE_REFUND ->
                new Command<PayinAction>(key, new PayinAction.CompleteRefund("refund-1"), STAFF.by());
        };
    }
}
