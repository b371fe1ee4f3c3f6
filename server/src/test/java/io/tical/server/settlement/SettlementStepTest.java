package io.tical.server.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Money;
import io.tical.server.currency.Currencies;
import io.tical.server.ledger.Account;
import io.tical.server.ledger.PostingType;
import io.tical.server.merchant.Fee;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What settlements and conversions move is a multiple of the unit step of its currency. */
class SettlementStepTest {
    private static final int ROUNDS = 500;

    @Test
    void theFeeTheRestAndTheConvertedAmountAreWholeStepsInEveryCurrency() {
        var seed = System.nanoTime();
        var random = new Random(seed);
        var currencies = Currencies.shipped().all();
        for (var source : currencies) {
            for (int round = 0; round < ROUNDS; round++) {
                var amount = source.unitStep() * (1 + random.nextInt(1_000_000));
                var fee = new Fee(random.nextInt(1_001), source.unitStep() * random.nextInt(9)).of(amount, source);
                assertThat(fee % source.unitStep())
                        .as("seed %d: %s", seed, source.code())
                        .isZero();
                assertThat(source.divides(amount - fee)).isTrue();

                var target = currencies.get(random.nextInt(currencies.size()));
                var rate = BigDecimal.valueOf(1 + random.nextLong(1_000_000_000), random.nextInt(9));
                var converted = Conversion.convert(Math.max(0, amount - fee), rate, source, target);
                assertThat(target.divides(converted) || converted == Money.AMOUNT_MAX)
                        .as("seed %d: %s to %s", seed, source.code(), target.code())
                        .isTrue();
            }
        }
    }

    /** A settlement captures its amount, then earns the fee and delivers the rest, or returns the amount. What came
     * back is the same amounts. */
    @Test
    void nothingElseOfASettlementChangesAWallet() {
        var balances = EnumSet.of(Account.AVAILABLE, Account.HELD, Account.IN_TRANSIT);
        assertThat(Stream.of(PostingType.values())
                        .filter(type -> type.objectType().equals("settlement")
                                || type.objectType().equals("conversion"))
                        .filter(type -> balances.contains(type.debit()) || balances.contains(type.credit())))
                .containsExactlyInAnyOrder(
                        PostingType.SETTLEMENT_CAPTURE,
                        PostingType.SETTLEMENT_DELIVER,
                        PostingType.SETTLEMENT_EXCHANGE,
                        PostingType.SETTLEMENT_FEE,
                        PostingType.SETTLEMENT_RETURN,
                        PostingType.SETTLEMENT_REVERT,
                        PostingType.SETTLEMENT_FEE_REVERT);
    }

    /** Top-ups and transfers between organizations take only multiples. */
    @Test
    void noOtherObjectChangesAWallet() {
        var balances = EnumSet.of(Account.AVAILABLE, Account.HELD, Account.IN_TRANSIT);
        assertThat(Stream.of(PostingType.values())
                        .filter(type -> balances.contains(type.debit()) || balances.contains(type.credit()))
                        .map(PostingType::objectType))
                .containsOnly("payin", "payout", "settlement", "organization_transfer", "top_up");
    }
}
