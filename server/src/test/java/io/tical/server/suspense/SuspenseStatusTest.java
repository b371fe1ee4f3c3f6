package io.tical.server.suspense;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.transaction.StateMatrix;
import org.junit.jupiter.api.Test;

class SuspenseStatusTest {
    @Test
    void everyStateTakesExactlyTheTriggersOfTheTable() {
        assertThat(StateMatrix.of(SuspenseStatus.TABLE, SuspenseStatus.class, SuspenseStatus.Trigger.class))
                .isEqualTo("""
                                  post  match    return    keep
                        noted     open  -        -         -
                        open      -     matched  returned  kept
                        matched   -     -        -         -
                        returned  -     -        -         -
                        kept      -     -        -         -
                        """);
    }

    @Test
    void onlyReturnAndKeepAreTransitionsOfClaims() {
        assertThat(SuspenseStatus.TABLE.rows().stream()
                        .filter(row -> row.effect().claim() != null)
                        .map(row -> row.trigger()))
                .containsExactly(SuspenseStatus.Trigger.RETURN, SuspenseStatus.Trigger.KEEP);
    }
}
