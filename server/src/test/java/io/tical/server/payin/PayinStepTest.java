package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.CurrencyProfile;
import io.tical.common.Ids;
import io.tical.server.currency.Currencies;
import io.tical.server.ledger.PostingType;
import io.tical.server.ledger.StepWallet;
import io.tical.server.merchant.Fee;
import io.tical.server.p2p.Match;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.Dialect;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Whatever is paid and refunded, every balance of a wallet stays a multiple of the unit step of its currency. */
class PayinStepTest {
    private static final Instant NOW = PayinRulesTest.NOW;
    private static final int WALKS = 200;

    @Test
    void everyBalanceKeepsTheStepInEveryCurrencyAndNothingIsLost() {
        var seed = System.nanoTime();
        var random = new Random(seed);
        var posted = EnumSet.noneOf(PostingType.class);
        for (var currency : Currencies.shipped().all()) {
            for (int walk = 0; walk < WALKS; walk++) {
                var context = "seed " + seed;
                var wallet = new StepWallet(currency, posted);
                var payin = payin(currency, random);
                // What staff record may be any amount.
                var paid = 1 + random.nextLong(2 * payin.terms().amount());
                var match = random.nextInt(4) == 0 ? PayinRulesTest.match(payin, Match.State.RELEASED) : null;
                var confirmed = PayinRulesTest.RULES.decide(
                        payin,
                        new Command<PayinAction>(
                                payin.key(),
                                PayinAction.Confirm.of(new Receipt(paid, "bank"), Actor.SYSTEM, false),
                                By.SYSTEM),
                        match,
                        NOW);
                wallet.post(context, confirmed.movements());
                var settled = confirmed.after().progress().settled();
                assertThat(settled.paid()).isEqualTo(paid);
                assertThat(settled.net() + settled.fee()).isEqualTo(paid);
                assertThat(settled.fee())
                        .isBetween(
                                Math.min(payin.terms().fee(), paid),
                                payin.terms().fee() + currency.unitStep());
                var terms = PayinDecisionTerms.confirm(payin, PayinRulesTest.RULES.fee(payin));
                assertThat(terms.credited(paid)).as("what staff are told").isEqualTo(settled.net());

                var after = confirmed.after();
                for (var action : List.<PayinAction>of(
                        new PayinAction.Fire(Trigger.OPEN_REFUND), new PayinAction.CompleteRefund("R-1"))) {
                    var next = PayinRulesTest.RULES.decide(
                            after, new Command<PayinAction>(after.key(), action, By.SYSTEM), null, NOW);
                    wallet.post(context, next.movements());
                    after = next.after();
                }
            }
        }
        assertThat(posted).containsAll(StepWallet.changing("payin"));
    }

    private static Payin payin(CurrencyProfile currency, Random random) {
        var step = currency.unitStep();
        var amount = step * (1 + random.nextInt(2_000));
        var fee = new Fee(random.nextInt(1_001), step * random.nextInt(5)).of(amount, currency);
        var like = PayinRulesTest.payin(PayinStatus.PROCESSING, true, Dialect.V1, Channel.BANK, new UUID(0, 9));
        var terms = like.terms();
        return new Payin(
                Ids.next(),
                new Payin.Terms(
                        terms.organizationId(),
                        true,
                        terms.dialect(),
                        terms.merchantRef(),
                        currency.code(),
                        amount,
                        amount,
                        fee,
                        terms.channel(),
                        null,
                        terms.collectionAccountId(),
                        null,
                        terms.payToken(),
                        terms.theme(),
                        null,
                        null,
                        null,
                        terms.requestId()),
                like.progress());
    }
}
