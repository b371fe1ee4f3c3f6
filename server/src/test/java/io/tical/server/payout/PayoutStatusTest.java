package io.tical.server.payout;

import static io.tical.server.payout.PayoutStatus.CANCELLED;
import static io.tical.server.payout.PayoutStatus.EXPIRED;
import static io.tical.server.payout.PayoutStatus.FAILED;
import static io.tical.server.payout.PayoutStatus.IN_REVIEW;
import static io.tical.server.payout.PayoutStatus.PARTIAL_SUCCESS;
import static io.tical.server.payout.PayoutStatus.PENDING;
import static io.tical.server.payout.PayoutStatus.PENDING_REVIEW;
import static io.tical.server.payout.PayoutStatus.PROCESSING;
import static io.tical.server.payout.PayoutStatus.REFUNDED;
import static io.tical.server.payout.PayoutStatus.REJECTED;
import static io.tical.server.payout.PayoutStatus.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PayoutStatusTest {
    /** The specification's table, written down a second time: every state, every trigger that leads out of it. */
    private static final Map<PayoutStatus, Map<Trigger, PayoutStatus>> EXPECTED = new EnumMap<>(Map.ofEntries(
            Map.entry(
                    PENDING,
                    Map.of(Trigger.ACTIVATE, PROCESSING, Trigger.TEST_CONFIRM, SUCCESS, Trigger.CANCEL, CANCELLED)),
            Map.entry(
                    PENDING_REVIEW,
                    Map.of(Trigger.APPROVE, PROCESSING, Trigger.REJECT, REJECTED, Trigger.EXPIRE, EXPIRED)),
            Map.entry(
                    PROCESSING,
                    Map.of(
                            Trigger.TEST_CONFIRM, SUCCESS,
                            Trigger.CANCEL, CANCELLED,
                            Trigger.DELIVERED, SUCCESS,
                            Trigger.PARTLY_DELIVERED, PARTIAL_SUCCESS,
                            Trigger.NOT_DELIVERED, FAILED,
                            Trigger.LOSE_TRACK, IN_REVIEW)),
            Map.entry(
                    IN_REVIEW,
                    Map.of(
                            Trigger.DELIVERED, SUCCESS,
                            Trigger.PARTLY_DELIVERED, PARTIAL_SUCCESS,
                            Trigger.NOT_DELIVERED, FAILED,
                            Trigger.RETRY, PROCESSING,
                            Trigger.REJECT, REJECTED)),
            Map.entry(SUCCESS, Map.of(Trigger.REVERT, REJECTED)),
            Map.entry(REJECTED, Map.of(Trigger.COMPLETE_REFUND, REFUNDED)),
            Map.entry(FAILED, Map.of(Trigger.RETRY, PROCESSING)),
            Map.entry(EXPIRED, Map.of(Trigger.LATE_CONFIRM, SUCCESS)),
            Map.entry(PARTIAL_SUCCESS, Map.of()),
            Map.entry(REFUNDED, Map.of()),
            Map.entry(CANCELLED, Map.of())));

    @Test
    void everyStateTakesExactlyTheTriggersOfTheTable() {
        for (var from : PayoutStatus.values()) {
            for (var trigger : Trigger.values()) {
                var to = EXPECTED.get(from).get(trigger);
                if (to != null) {
                    assertThat(PayoutStatus.TABLE.on(from, trigger).to())
                            .as(from + " on " + trigger)
                            .isEqualTo(to);
                } else {
                    assertThatThrownBy(() -> PayoutStatus.TABLE.on(from, trigger))
                            .as(from + " on " + trigger)
                            .isInstanceOfSatisfying(
                                    Problem.Conflict.class,
                                    problem ->
                                            assertThat(problem.code()).isEqualTo("PAYOUT_STATUS_TRANSITION_INVALID"));
                }
            }
        }
    }

    @Test
    void noTransitionIsListedTwice() {
        assertThat(PayoutStatus.table().stream().map(row -> row.from() + " " + row.trigger()))
                .doesNotHaveDuplicates();
    }

    @Test
    void everyWordIsTheStatusItNames() {
        for (var status : PayoutStatus.values()) {
            assertThat(PayoutStatus.of(status.word())).contains(status);
        }
        assertThat(PayoutStatus.of("paid")).isEmpty();
    }
}
