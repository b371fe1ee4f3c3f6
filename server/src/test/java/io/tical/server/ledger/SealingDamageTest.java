package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A wallet whose transfers are damaged cannot be sealed; all others are. */
class SealingDamageTest {
    @ParameterizedTest
    @ValueSource(strings = {"UPDATE transfer SET debit = 'nonsense'", "DELETE FROM transfer"})
    void aDamagedWalletKeepsNoOtherFromBeingSealed(String damage) {
        try (var ledger = TestLedger.open()) {
            var damaged = TestLedger.wallet("THB");
            var healthy = List.of(TestLedger.wallet("THB"), TestLedger.wallet("THB"));
            ledger.topUp(damaged, 1);
            healthy.forEach(wallet -> ledger.topUp(wallet, 1));
            ledger.asOwner(damage + " WHERE organization_id = '" + damaged.organizationId() + "'");
            var sealing = new Sealing(ledger.database(), TestLedger.CLOCK);
            assertThat(sealing.runOnce()).isEqualTo(2);
            ledger.topUp(healthy.getFirst(), 1);
            assertThat(sealing.runOnce()).isEqualTo(1);
        }
    }
}
