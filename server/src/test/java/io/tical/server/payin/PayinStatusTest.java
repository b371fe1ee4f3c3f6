package io.tical.server.payin;

import static io.tical.server.payin.PayinStatus.CANCELLED;
import static io.tical.server.payin.PayinStatus.EXPIRED;
import static io.tical.server.payin.PayinStatus.FAILED;
import static io.tical.server.payin.PayinStatus.PENDING;
import static io.tical.server.payin.PayinStatus.PROCESSING;
import static io.tical.server.payin.PayinStatus.REFUNDED;
import static io.tical.server.payin.PayinStatus.REJECTED;
import static io.tical.server.payin.PayinStatus.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.problem.Problem;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PayinStatusTest {
    /** The specification's table, written down a second time: every state, every trigger that leads out of it. */
    private static final Map<PayinStatus, Map<Trigger, PayinStatus>> EXPECTED = new EnumMap<>(Map.of(
            PENDING,
                    Map.of(
                            Trigger.ACTIVATE, PROCESSING,
                            Trigger.ARRIVE, PROCESSING,
                            Trigger.CANCEL, CANCELLED,
                            Trigger.TEST_CONFIRM, SUCCESS,
                            Trigger.CONFIRM, SUCCESS,
                            Trigger.FAIL, FAILED,
                            Trigger.EXPIRE, EXPIRED),
            PROCESSING,
                    Map.of(
                            Trigger.TEST_CONFIRM, SUCCESS,
                            Trigger.CONFIRM, SUCCESS,
                            Trigger.FAIL, FAILED,
                            Trigger.EXPIRE, EXPIRED),
            EXPIRED, Map.of(Trigger.CONFIRM, SUCCESS),
            SUCCESS, Map.of(Trigger.OPEN_REFUND, REJECTED),
            REJECTED, Map.of(Trigger.COMPLETE_REFUND, REFUNDED),
            FAILED, Map.of(),
            REFUNDED, Map.of(),
            CANCELLED, Map.of()));

    @Test
    void everyStateTakesExactlyTheTriggersOfTheTable() {
        for (var from : PayinStatus.values()) {
            for (var trigger : Trigger.values()) {
                var to = EXPECTED.get(from).get(trigger);
                if (to != null) {
                    assertThat(from.on(trigger).to())
                            .as(from + " on " + trigger)
                            .isEqualTo(to);
                } else {
                    assertThatThrownBy(() -> from.on(trigger))
                            .as(from + " on " + trigger)
                            .isInstanceOfSatisfying(
                                    Problem.Conflict.class,
                                    problem -> assertThat(problem.code()).isEqualTo("PAYIN_STATUS_TRANSITION_INVALID"));
                }
            }
        }
    }

    @Test
    void noTransitionIsListedTwice() {
        assertThat(PayinStatus.table().stream().map(row -> row.from() + " " + row.trigger()))
                .doesNotHaveDuplicates();
    }

    @Test
    void everyWordIsTheStatusItNames() {
        for (var status : PayinStatus.values()) {
            assertThat(PayinStatus.of(status.word())).contains(status);
        }
        assertThat(PayinStatus.of("paid")).isEmpty();
    }
}
