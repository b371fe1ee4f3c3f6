package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.ledger.Account;
import io.tical.server.ledger.Movement;
import io.tical.server.payout.PayoutStatus.Effect;
import io.tical.server.transaction.Dialect;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PayoutMoneyTest {
    /** Which account holds a payout's money in each state; null where none of it is left. */
    private static Account holderIn(PayoutStatus status) {
        return switch (status) {
            case PENDING, PENDING_REVIEW, REJECTED -> Account.HELD;
            case PROCESSING, IN_REVIEW -> Account.IN_TRANSIT;
            case SUCCESS, PARTIAL_SUCCESS, FAILED, REFUNDED, EXPIRED, CANCELLED -> null;
        };
    }

    @Test
    void everyTransitionTakesTheMoneyFromWhereItIsToWhereItBelongs() {
        var seed = System.nanoTime();
        var random = new Random(seed);
        for (var transition : PayoutStatus.TABLE.rows()) {
            for (int i = 0; i < 200; i++) {
                var amount = 1 + random.nextInt(1_000_000);
                var fee = random.nextBoolean() ? 0 : random.nextInt(10_000);
                var arrived = switch (transition.trigger()) {
                    case DELIVERED, TEST_CONFIRM, LATE_CONFIRM -> amount;
                    case PARTLY_DELIVERED -> Math.max(1, random.nextInt(amount + 1) - 1);
                    default -> 0;
                };
                var before = payout(transition.from(), amount, fee);
                var outcome = PayoutMoney.of(transition.effect(), before, arrived, 1);
                var net = net(outcome.movements());
                var context = transition + " of " + amount + " + " + fee + ", seed " + seed;
                var from = holderIn(transition.from());
                var to = holderIn(transition.to());
                if (from != to && from != null) {
                    assertThat(net.getOrDefault(from, 0L)).as(context).isEqualTo(-(amount + fee));
                }
                if (from != to && to != null) {
                    assertThat(net.getOrDefault(to, 0L)).as(context).isEqualTo(amount + fee);
                }
                assertThat(net.values().stream().mapToLong(Long::longValue).sum())
                        .as(context)
                        .isZero();
                var settled = outcome.totals();
                assertThat(settled.delivered()).as(context).isBetween(0L, (long) amount);
                assertThat(settled.returned()).as(context).isBetween(0L, (long) amount + fee);
                if (transition.to() == PayoutStatus.SUCCESS || transition.to() == PayoutStatus.PARTIAL_SUCCESS) {
                    assertThat(settled.delivered() + fee - settled.feeReturned() + settled.returned())
                            .as(context)
                            .isEqualTo((long) amount + fee);
                }
            }
        }
    }

    @Test
    void theFeeOfAPartIsItsShareRoundedHalfUp() {
        var outcome = PayoutMoney.of(Effect.DELIVER_AND_RETURN, payout(PayoutStatus.PROCESSING, 1_000, 15), 500, 1);
        assertThat(outcome.totals()).isEqualTo(new Payout.Totals(500, 7, 507));
    }

    private static Map<Account, Long> net(List<Movement> movements) {
        var net = new EnumMap<Account, Long>(Account.class);
        for (var movement : movements) {
            net.merge(movement.posting().debit(), -movement.amount(), Long::sum);
            net.merge(movement.posting().credit(), movement.amount(), Long::sum);
        }
        return net;
    }

    private static Payout payout(PayoutStatus status, long amount, long fee) {
        var now = Instant.now();
        var settled = status == PayoutStatus.SUCCESS ? new Payout.Totals(amount, 0, 0) : Payout.Totals.NOTHING;
        return new Payout(
                Ids.next(),
                new Payout.Terms(
                        UUID.randomUUID(),
                        false,
                        Dialect.V1,
                        "ref",
                        "THB",
                        amount,
                        fee,
                        Ids.next(),
                        Ids.next(),
                        "Name",
                        "KBANK",
                        "1234567890",
                        "Holder",
                        null,
                        null,
                        "request",
                        LocalDate.EPOCH),
                new Payout.Progress(
                        status, settled, Payout.LastTransfer.UNKNOWN, null, null, 1, null, null, now, null, null),
                List.of(new Payout.Leg(Ids.next(), 1, amount, 0, LegStatus.PENDING, null)));
    }
}
