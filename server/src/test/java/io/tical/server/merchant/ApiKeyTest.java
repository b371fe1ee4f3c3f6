package io.tical.server.merchant;

import io.tical.server.merchant.ApiKey.Status;
import io.tical.server.merchant.ApiKey.Trigger;
import io.tical.server.transaction.TransitionTable;
import org.junit.jupiter.api.Test;

class ApiKeyTest {
    @Test
    void everyStateTakesExactlyTheTriggersOfTheTable() {
        TransitionTable.require(Status.TABLE, Status.class, Trigger.class, "API_KEY_STATUS_TRANSITION_INVALID", """
                active   revoke           revoked
                expired  revoke           revoked
                active   regenerate       revoked
                active   enable_signing   active
                active   require_signing  active
                active   rotate_signing   active
                active   disable_signing  active
                revoked  disable_signing  revoked
                expired  disable_signing  expired
                """);
    }
}
