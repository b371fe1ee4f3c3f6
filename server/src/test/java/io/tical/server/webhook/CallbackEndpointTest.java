package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.transaction.TransitionTable;
import io.tical.server.webhook.CallbackEndpoint.State;
import io.tical.server.webhook.CallbackEndpoint.State.Trigger;
import org.junit.jupiter.api.Test;

class CallbackEndpointTest {
    @Test
    void everyStateTakesExactlyTheTriggersOfTheTable() {
        TransitionTable.require(
                State.TABLE, State.class, Trigger.class, "CALLBACK_ENDPOINT_STATUS_TRANSITION_INVALID", """
                active     succeed  active
                failing    succeed  active
                suspended  succeed  active
                active     fail     failing
                failing    give_up  suspended
                suspended  resume   active
                active     save     active
                failing    save     active
                suspended  save     active
                """);
    }

    /** One update carries a trigger out whatever state it comes from, so its rows lead to one state. */
    @Test
    void aTriggerHasOneOutcome() {
        for (var trigger : Trigger.values()) {
            assertThat(State.TABLE.rows().stream()
                            .filter(row -> row.trigger() == trigger)
                            .map(row -> row.to())
                            .distinct())
                    .as(trigger.word())
                    .hasSize(1);
        }
    }

    @Test
    void signingSecretsAreThoseOfStandardWebhooks() {
        assertThat(CallbackEndpoints.newSecret()).matches("whsec_[A-Za-z0-9+/]{43}=");
    }
}
