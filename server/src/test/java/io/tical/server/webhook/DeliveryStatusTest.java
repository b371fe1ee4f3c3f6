package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.transaction.TransitionTable;
import io.tical.server.webhook.Delivery.Status;
import io.tical.server.webhook.Delivery.Status.Effect;
import io.tical.server.webhook.Delivery.Status.Trigger;
import org.junit.jupiter.api.Test;

class DeliveryStatusTest {
    @Test
    void everyStateTakesExactlyTheTriggersOfTheTable() {
        TransitionTable.require(Status.TABLE, Status.class, Trigger.class, "DELIVERY_STATUS_TRANSITION_INVALID", """
                pending    acknowledge  delivered  stop
                pending    retry        pending    continue
                pending    give_up      failed     stop
                pending    suspend      suspended  stop
                pending    drop         failed     stop
                suspended  drop         failed     stop
                suspended  resume       pending    restart
                failed     redeliver    pending    restart
                """);
    }

    /** One update carries a trigger out whatever state it comes from, so its rows lead to one state. */
    @Test
    void aTriggerHasOneOutcome() {
        for (var trigger : Trigger.values()) {
            assertThat(Status.TABLE.rows().stream()
                            .filter(row -> row.trigger() == trigger)
                            .map(row -> row.to() + " " + row.effect())
                            .distinct())
                    .as(trigger.word())
                    .hasSize(1);
        }
    }

    @Test
    void onlyAPendingDeliveryHasAttemptsAhead() {
        for (var row : Status.TABLE.rows()) {
            assertThat(row.effect() == Effect.STOP).as(row.toString()).isEqualTo(row.to() != Status.PENDING);
        }
    }
}
